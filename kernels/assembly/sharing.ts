// Rows of a block that share enough words with one row of a list. Definition: src/texts/kernels/reference/sharing.ts.
//
// Marks: a bit for the low bits of each word of a column. Chains: heads of the rows of the list by the low bits of
// their word, row + 1, and for each row the next one. Counts of a look-up are above those of all before it, so
// that nothing needs clearing.

export function planSharing(plan: usize): void {
  const rows = load<u32>(plan)
  const columns = load<u32>(plan, 4)
  const words = <usize>load<u32>(plan, 16)
  const marks = <usize>load<u32>(plan, 20)
  const bits = load<u32>(plan, 24)
  const heads = <usize>load<u32>(plan, 28)
  const next = <usize>load<u32>(plan, 32)
  const slotBits = load<u32>(plan, 40)
  const markMask = (1 << bits) - 1
  const slotMask = (1 << slotBits) - 1
  memory.fill(marks, 0, <usize>columns << (bits - 3))
  if (heads != 0) {
    memory.fill(heads, 0, <usize>columns << (slotBits + 2))
    memory.fill(<usize>load<u32>(plan, 36), 0, <usize>rows << 3)
  }
  for (let column: u32 = 0; column < columns; column++) {
    const from = <usize>(column * rows) << 2
    const marked = marks + (<usize>column << (bits - 3))
    const headed = heads + (<usize>column << (slotBits + 2))
    for (let row: u32 = 0; row < rows; row++) {
      const at = from + (<usize>row << 2)
      const word = load<u32>(words + at)
      const mark = marked + <usize>((word & markMask) >>> 3)
      store<u8>(mark, load<u8>(mark) | (<u8>1 << <u8>(word & 7)))
      if (heads == 0) continue
      const head = headed + (<usize>(word & slotMask) << 2)
      store<u32>(next + at, load<u32>(head))
      store<u32>(head, row + 1)
    }
  }
}

export function sharingRows(plan: usize, block: usize, rows: u32, out: usize): u32 {
  const columns = load<u32>(plan, 4)
  const alone = load<u32>(plan, 8)
  const needed = load<u32>(plan, 12)
  const marks = <usize>load<u32>(plan, 20)
  const bits = load<u32>(plan, 24)
  const isChained = load<u32>(plan, 28) != 0
  const mask = (1 << bits) - 1
  // Counts, until the rows that are found are written over them.
  memory.fill(out, 0, <usize>rows << 2)
  for (let column: u32 = 0; column < columns; column++) {
    const weight = column < alone ? needed : 1
    const marked = marks + (<usize>column << (bits - 3))
    const words = block + (<usize>(column * rows) << 2)
    for (let at: usize = 0, end = <usize>rows << 2; at < end; at += 4) {
      const word = load<u32>(words + at)
      const bit = (<u32>load<u8>(marked + <usize>((word & mask) >>> 3)) >>> (word & 7)) & 1
      store<u32>(out + at, load<u32>(out + at) + bit * weight)
    }
  }
  let write = out
  for (let row: u32 = 0; row < rows; row++) {
    if (load<u32>(out + (<usize>row << 2)) < needed) continue
    if (isChained && !isShared(plan, block, rows, row)) continue
    store<u32>(write, row)
    write += 4
  }
  return <u32>((write - out) >> 2)
}

function isShared(plan: usize, block: usize, blockRows: u32, row: u32): bool {
  const rows = load<u32>(plan)
  const columns = load<u32>(plan, 4)
  const alone = load<u32>(plan, 8)
  const needed = load<u32>(plan, 12)
  const words = <usize>load<u32>(plan, 16)
  const heads = <usize>load<u32>(plan, 28)
  const next = <usize>load<u32>(plan, 32)
  const counts = <usize>load<u32>(plan, 36)
  const slotBits = load<u32>(plan, 40)
  const most = load<u32>(plan, 44)
  const lookUp = load<u32>(plan, 48) + 1
  store<u32>(plan, lookUp, 48)
  const base = <u64>lookUp << 32
  let met: u32 = 0
  for (let column: u32 = 0; column < columns; column++) {
    const weight = column < alone ? needed : 1
    const word = load<u32>(block + (<usize>(column * blockRows + row) << 2))
    const slot = (<usize>column << slotBits) + <usize>(word & ((1 << slotBits) - 1))
    const from = <usize>(column * rows) << 2
    let other = load<u32>(heads + (slot << 2))
    while (other != 0) {
      const at = from + (<usize>(other - 1) << 2)
      if (load<u32>(words + at) == word) {
        const counted = counts + (<usize>(other - 1) << 3)
        const known = max<u64>(load<u64>(counted), base) + weight
        store<u64>(counted, known)
        if (<u32>known >= needed || ++met > most) return true
      }
      other = load<u32>(next + at)
    }
  }
  return false
}
