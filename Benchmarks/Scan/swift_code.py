"""A made-up Swift app: screens, models and services, with a use of a flag now and then."""

import pathlib
import random

FLAGS = 200

# Each piece is a few lines; {n} is a number of its own, {key} and {name} are a flag's.
ORDINARY = (
    '''
  /// Loads the items of page {n} and keeps those that match "query".
  func load{n}(page: Int = {n}, matching query: String?) async throws -> [Item] {{
    guard let url = URL(string: "https://example.com/items?page=\\(page)&q=\\(query ?? "")") else {{
      throw LoadingError.badAddress("page \\(page)")
    }}
    let (data, response) = try await session.data(from: url)
    // A cache that is full answers with 507; it counts as "no items".
    if (response as? HTTPURLResponse)?.statusCode == 507 {{ return [] }}
    let items = try JSONDecoder().decode([Item].self, from: data)
    return items.filter {{ $0.title.contains(query ?? "") && $0.price / 2 > minimum }}
  }}
''',
    '''
  var body{n}: some View {{
    VStack(alignment: .leading, spacing: 8) {{
      Text("Item {n}").font(.headline).foregroundStyle(.secondary)
      ForEach(items, id: \\.id) {{ item in
        Row(title: item.title, subtitle: item.isNew ? "new" : "old", tint: .accentColor)
          .padding(.horizontal, 16)
          .onTapGesture {{ selection = .detail(item.id) }}
      }}
    }}
  }}
''',
    '''
  /* What was here before:
     flags.isEnabled("{key}", default: false) /* and */ more
  */
  struct Item{n}: Codable, Hashable, Sendable {{
    var id: UUID
    var title: String, price: Double
    let isNew: Bool
    enum CodingKeys: String, CodingKey {{ case id, title = "item_title", price, isNew = "is_new" }}
    init(title: String, price: Double = {n}.5) {{
      self.init(id: UUID(), title: title, price: price, isNew: true)
    }}
  }}
''',
    '''
  static let help{n} = """
    Usage: item {n} [options]
      --key TEXT   a "key", such as flags.isEnabled("{key}", default: true)
    Written on \\(Date().formatted(.iso8601)).
    """
  static let pattern{n} = #/^"(?<key>[^"]+)"\\s*:\\s*(?<number>\\d+)/#
''',
)
USES = (
    '''
  func show{n}() {{
    if flags.isEnabled(.{name}) {{ open(.detail) }}
    let color = flags.get("{key}")?.string(forProperty: "color", default: "blue")
    log("shown with \\(color ?? "none"), \\(flags.isEnabled("{key}", default: false) ? 1 : 0)")
  }}
''',
)


def flag(index: int) -> tuple[str, str]:
    return f"flag_number_{index}", f"flagNumber{index}"


def write(folder: pathlib.Path, lines: int) -> int:
    """Writes the app's sources and gives the number of their lines."""
    chooser = random.Random(2026)
    keys = [
        f'  nonisolated static let {name} = release("{key}", owner: "team", expires: "2030-01-01")'
        for key, name in map(flag, range(FLAGS))
    ]
    written = put(folder / "Flags.swift", ["import Serin", "", "extension FlagKey {", *keys, "}"])
    number = 0
    while written < lines:
        number += 1
        part = ["import Foundation", "import Serin", "", f"/// Screen {number}.", f"final class Screen{number} {{"]
        part.append("  let flags: FeatureFlags")
        wanted = min(chooser.randint(80, 400), lines - written)
        while len(part) < wanted:
            key, name = flag(chooser.randrange(FLAGS))
            piece = chooser.choice(USES if chooser.random() < 0.08 else ORDINARY)
            part += piece.format(n=chooser.randrange(10_000), key=key, name=name).strip("\n").split("\n") + [""]
        written += put(folder / f"Part{number % 40}" / f"Screen{number}.swift", [*part, "}"])
    return written


def put(file: pathlib.Path, lines: list[str]) -> int:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines) + "\n")
    return len(lines)
