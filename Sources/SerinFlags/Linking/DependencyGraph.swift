/// Which of several things depend on which others, by their numbers.
struct DependencyGraph {
  /// For each thing what it depends on.
  let edges: [[Int32]]

  /// The strongly connected components, each behind those that it depends on.
  ///
  /// R. Tarjan, "Depth-first search and linear graph algorithms", 1972, with a path of its own instead of recursion: a
  /// chain may be longer than a thread's stack is deep.
  let components: [[Int32]]

  init(edges: [[Int32]]) {
    self.edges = edges
    var search = Search(edges: edges)
    for node in edges.indices { search.visit(Int32(node)) }
    components = search.components
  }

  /// For each thing whether it depends on itself, directly or through others.
  var isOnCycle: [Bool] {
    var result = [Bool](repeating: false, count: edges.count)
    for component in components {
      let isCycle = component.count > 1 || component.first.map { edges[Int($0)].contains($0) } == true
      for node in component where isCycle { result[Int(node)] = true }
    }
    return result
  }

  private struct Search {
    let edges: [[Int32]]
    private(set) var components: [[Int32]] = []
    /// When each node was met first, from 1 on; 0 for not yet.
    private var order: [Int32]
    /// The earliest node on the stack that can be reached.
    private var low: [Int32]
    private var isOnStack: [Bool]
    private var stack: [Int32] = []
    private var path: [(node: Int32, next: Int)] = []
    private var count: Int32 = 0

    init(edges: [[Int32]]) {
      self.edges = edges
      order = [Int32](repeating: 0, count: edges.count)
      low = order
      isOnStack = [Bool](repeating: false, count: edges.count)
    }

    mutating func visit(_ root: Int32) {
      guard order[Int(root)] == 0 else { return }
      enter(root)
      while let (node, next) = path.last {
        if next < edges[Int(node)].count {
          path[path.count - 1].next += 1
          let target = edges[Int(node)][next]
          if order[Int(target)] == 0 {
            enter(target)
          } else if isOnStack[Int(target)] {
            low[Int(node)] = min(low[Int(node)], order[Int(target)])
          }
        } else {
          path.removeLast()
          if let parent = path.last?.node { low[Int(parent)] = min(low[Int(parent)], low[Int(node)]) }
          if low[Int(node)] == order[Int(node)] { closeComponent(of: node) }
        }
      }
    }

    private mutating func enter(_ node: Int32) {
      count += 1
      order[Int(node)] = count
      low[Int(node)] = count
      isOnStack[Int(node)] = true
      stack.append(node)
      path.append((node: node, next: 0))
    }

    private mutating func closeComponent(of root: Int32) {
      var component: [Int32] = []
      while let node = stack.popLast() {
        isOnStack[Int(node)] = false
        component.append(node)
        if node == root { break }
      }
      components.append(component)
    }
  }
}
