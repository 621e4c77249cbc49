# shellcheck shell=bash
# What the scripts share. Sourced, never run: it goes to the project's folder and finds Swift.

PROJECT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$PROJECT" || exit 1

# Where swift.org's archives are unpacked by habit, for shells that have no PATH entry for it (CI, sudo, editors).
if ! command -v swift >/dev/null 2>&1 && [[ -x /opt/swift/usr/bin/swift ]]; then
  PATH="/opt/swift/usr/bin:$PATH"
  export PATH
fi

# Exit codes as in sysexits.h, which `serin` uses too.
# shellcheck disable=SC2034 # used by the scripts that source this one
EX_USAGE=64 EX_UNAVAILABLE=69

# Says what goes on. Standard output belongs to the program that a script ends up running.
say() { printf '%s\n' "$*" >&2; }

# die CODE MESSAGE...
die() {
  local code=$1
  shift
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit "$code"
}

# The comment at the top of a script is its help: everything from line 2 up to the first line that is no comment.
help() { awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"; }

# The first Python that starts, is new enough and can make a virtual environment. A version manager's shim may be first
# in PATH and still have nothing behind it, so each candidate is tried.
find_python() {
  local candidate
  for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' >/dev/null 2>&1; then
      command -v "$candidate"
      return
    fi
  done
  return 1
}
