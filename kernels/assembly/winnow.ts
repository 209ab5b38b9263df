// Winnowing: the least hash of every window of consecutive ones. Definition: src/texts/kernels/reference/winnow.ts.

// @ts-ignore: decorator
@inline
function put(out: usize, place: u32, first: u32): void {
  store<u32>(out, place)
  store<u32>(out, first, 4)
}

// The least hash is searched again only when it leaves the window, which for random hashes is once in a window.
export function winnow(hashes: usize, count: u32, window: u32, out: usize): u32 {
  let write = out
  let place: u32 = 0
  let least = u64.MAX_VALUE
  for (let at: u32 = 0; at < window; at++) {
    const hash = load<u64>(hashes + ((<usize>at) << 3))
    if (hash > least) continue
    least = hash
    place = at
  }
  put(write, place, 0)
  write += 8
  for (let at = window; at < count; at++) {
    const first = at - window + 1
    const hash = load<u64>(hashes + ((<usize>at) << 3))
    if (hash <= least) {
      least = hash
      place = at
    } else if (place < first) {
      least = hash
      place = at
      for (let back = at - 1; back >= first; back--) {
        const earlier = load<u64>(hashes + ((<usize>back) << 3))
        if (earlier >= least) continue
        least = earlier
        place = back
      }
    } else {
      continue
    }
    put(write, place, first)
    write += 8
  }
  return <u32>((write - out) >> 3)
}
