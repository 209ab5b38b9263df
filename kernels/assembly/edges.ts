// Bits of a mask as offsets, without a branch for each.

// Writes the offset of the lowest edge. @returns the others
// @ts-ignore: decorator
@inline function oneEdge(edges: u64, p: usize, write: usize): u64 {
  store<u32>(write, <u32>p + <u32>ctz(edges))
  return edges & (edges - 1)
}

// Writes the offsets of the next eight edges, whether there are as many or not. Unrolled by hand.
// @ts-ignore: decorator
@inline export function eightEdges(edges: u64, p: usize, write: usize): u64 {
  edges = oneEdge(edges, p, write)
  edges = oneEdge(edges, p, write + 4)
  edges = oneEdge(edges, p, write + 8)
  edges = oneEdge(edges, p, write + 12)
  edges = oneEdge(edges, p, write + 16)
  edges = oneEdge(edges, p, write + 20)
  edges = oneEdge(edges, p, write + 24)
  return oneEdge(edges, p, write + 28)
}
