"""Counts tests in JUnit files: `count_tests.py FILE...` prints `PASSED FAILED`; skipped tests are in neither.

Swift Testing gives one <failure> an issue, so its own `failures` attribute is not a number of tests.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

# Failure messages quote what the tests fed in, control characters included, which XML forbids in any form.
FORBIDDEN = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|&#(x0*[0-8bBcCeEfF]|x0*1[0-9a-fA-F]|0*[0-8]|0*1[124-9]|0*2\d|0*3[01]);")


def count(path: pathlib.Path) -> tuple[int, int]:
    """The passed and failed tests in one file; a file that was cut short stands for one failure."""
    try:
        tree = ElementTree.fromstring(FORBIDDEN.sub(b"?", path.read_bytes()))
    except ElementTree.ParseError:
        return 0, 1
    passed = failed = 0
    for case in tree.iter("testcase"):
        outcomes = {child.tag for child in case}
        if outcomes & {"failure", "error"}:
            failed += 1
        elif "skipped" not in outcomes:
            passed += 1
    return passed, failed


if __name__ == "__main__":
    totals = [count(path) for path in map(pathlib.Path, sys.argv[1:]) if path.exists()]
    print(sum(passed for passed, _ in totals), sum(failed for _, failed in totals))
