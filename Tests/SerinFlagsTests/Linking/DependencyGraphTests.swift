import TestRandom
import Testing

@testable import SerinFlags

@Suite struct DependencyGraphTests {
  @Test func eachComponentStandsBehindThoseItDependsOn() {
    var generator = SeededGenerator(seed: 71)
    for _ in 0..<500 {
      let count = Int.random(in: 1...12, using: &generator)
      let edges = (0..<count).map { _ in
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in Int32.random(in: 0..<Int32(count), using: &generator)
        }
      }
      let graph = DependencyGraph(edges: edges)
      let reachable = Self.reachable(edges)
      #expect(graph.isOnCycle == (0..<count).map { reachable[$0].contains(Int32($0)) })
      let components = graph.components
      #expect(components.joined().sorted() == (0..<Int32(count)).map { $0 })
      var done = Set<Int32>()
      for component in components {
        for node in component {
          // Within a component every node reaches every other one.
          for other in component where other != node { #expect(reachable[Int(node)].contains(other)) }
          for target in edges[Int(node)] { #expect(done.contains(target) || component.contains(target)) }
        }
        done.formUnion(component)
      }
    }
  }

  /// What each node reaches by one or more steps, by trying until nothing is new.
  private static func reachable(_ edges: [[Int32]]) -> [Set<Int32>] {
    var sets = edges.map { Set($0) }
    var isChanged = true
    while isChanged {
      isChanged = false
      for node in sets.indices {
        let grown = sets[node].reduce(into: sets[node]) { $0.formUnion(sets[Int($1)]) }
        if grown != sets[node] {
          sets[node] = grown
          isChanged = true
        }
      }
    }
    return sets
  }

  @Test func aChainLongerThanAnyStackIsFine() {
    let edges = (0..<200_000).map { $0 == 0 ? [] : [Int32($0 - 1)] }
    let graph = DependencyGraph(edges: edges)
    #expect(graph.components.count == 200_000)
    #expect(!graph.isOnCycle.contains(true))
    var closed = edges
    closed[0] = [199_999]
    #expect(DependencyGraph(edges: closed).isOnCycle.allSatisfy { $0 })
  }
}
