import Serin

@main
struct Main {
  static func main() {
    let flags = FlagsSnapshot([])
    print(flags.isEnabled(.newCheckout), flags.value(FlagKey.NewCheckout.color), FlagKey.allDeclared.count)
  }
}
