// Pairs of documents that share groups. Definition: src/texts/kernels/reference/meetings.ts.
//
// Each entry of the table of groups is {begin, end} of its members so far. Counts of a document's meetings are above
// those of all documents before it, `document + 1 << 32`, so nothing needs clearing.

/** Sets the table of groups. @returns meetings in all, at most i32.MAX_VALUE */
export function planMeetings(plan: usize): u32 {
  const starts = <usize>load<u32>(plan, 12)
  const numbers = <usize>load<u32>(plan, 16)
  const table = <usize>load<u32>(plan, 20)
  const tableEnd = table + (<usize>(load<u32>(plan, 4) + 1) << 3)
  const total = load<u32>(starts + (<usize>load<u32>(plan) << 2))
  memory.fill(table, 0, tableEnd - table)
  memory.fill(load<u32>(plan, 28), 0, <usize>load<u32>(plan) << 3)
  for (let at = numbers, end = numbers + (<usize>total << 2); at < end; at += 4) {
    const group = table + (<usize>load<u32>(at) << 3)
    store<u32>(group, load<u32>(group) + 1)
  }
  let widest: u32 = 0
  for (let at = starts, end = starts + (<usize>load<u32>(plan) << 2); at < end; at += 4) {
    widest = max(widest, load<u32>(at, 4) - load<u32>(at))
  }
  let sum: u32 = 0
  let most: u32 = 0
  let meetings: u64 = 0
  for (let group = table; group < tableEnd; group += 8) {
    const size = load<u32>(group)
    store<u32>(group, sum)
    store<u32>(group, sum, 4)
    sum += size
    most = max(most, size)
    meetings += (<u64>size * (<u64>size - <u64>(size != 0))) >> 1
  }
  store<u32>(plan, 0, 32)
  store<u32>(plan, <u32>min<u64>(load<u32>(plan), <u64>most * widest), 36)
  return <u32>min<u64>(meetings, <u64>i32.MAX_VALUE)
}

export function meetings(plan: usize, out: usize, room: u32): u32 {
  const count = load<u32>(plan)
  const agree = load<u32>(plan, 8)
  const starts = <usize>load<u32>(plan, 12)
  const numbers = <usize>load<u32>(plan, 16)
  const table = <usize>load<u32>(plan, 20)
  const members = <usize>load<u32>(plan, 24)
  const counts = <usize>load<u32>(plan, 28)
  const full = out + (<usize>room << 3)
  let write = out
  let document = load<u32>(plan, 32)
  for (; document < count && write < full; document++) {
    const from = load<u32>(starts + (<usize>document << 2))
    const to = load<u32>(starts + (<usize>document << 2), 4)
    if (to - from < agree) continue
    const base = (<u64>(document + 1)) << 32
    const enough = base + agree
    for (let at = numbers + (<usize>from << 2), end = numbers + (<usize>to << 2); at < end; at += 4) {
      const group = table + (<usize>load<u32>(at) << 3)
      const behind = members + (<usize>load<u32>(group, 4) << 2)
      for (let member = members + (<usize>load<u32>(group) << 2); member < behind; member += 4) {
        const other = load<u32>(member)
        const counted = counts + (<usize>other << 3)
        const known = max<u64>(load<u64>(counted), base) + 1
        store<u64>(counted, known)
        // Written over by the next one unless it is enough.
        store<u64>(write, (<u64>document << 32) | other)
        write += <usize>(known == enough) << 3
      }
      store<u32>(behind, document)
      store<u32>(group, load<u32>(group, 4) + 1, 4)
    }
  }
  store<u32>(plan, document, 32)
  return <u32>((write - out) >> 3)
}
