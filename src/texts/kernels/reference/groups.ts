/**
 * Groups of equal keys, and the groups of each document.
 *
 *     groups = classes of two or more equal taking keys, numbered from 1 on by
 *              (the part of their key, the place of their second member)
 *     part   = upper bits of key * 0x9e3779b1 mod 2^32: as many as leave about 4096 keys a part, at least one
 *
 * Parts only order the numbers: they let the fast kernels look up keys in tables that a core's cache holds.
 */

/** See `Kernels.groupKeys`. */
export function groupKeys(memory: Uint8Array, keys: number, takes: number, count: number): number {
  const cells = new Uint32Array(memory.buffer, keys, count)
  const classes = new Map<number, number[]>()
  for (let place = 0; place < count; place++) {
    if (memory[takes + place] === 0) continue
    const members = classes.get(cells[place])
    if (members === undefined) classes.set(cells[place], [place])
    else members.push(place)
  }
  const bits = Math.max(1, Math.ceil(Math.log2(count / 4096)))
  const partOf = (key: number): number => Math.imul(key, 0x9e3779b1) >>> (32 - bits)
  const groups = [...classes]
    .filter(([, members]) => members.length > 1)
    .sort(([a, [, x]], [b, [, y]]) => partOf(a) - partOf(b) || x - y)
  cells.fill(0)
  for (const [i, [, members]] of groups.entries()) for (const place of members) cells[place] = i + 1
  return groups.length
}

/** See `Kernels.listGroups`. */
export function listGroups(
  memory: Uint8Array,
  cells: number,
  bands: number,
  count: number,
  before: number,
  ends: number,
  out: number,
): number {
  const words = new Uint32Array(memory.buffer)
  let end = 0
  for (let document = 0; document < count; document++) {
    for (let band = 0; band < bands; band++) {
      const group = words[cells / 4 + band * count + document]
      if (group !== 0) words[out / 4 + end++] = words[before / 4 + band] + group
    }
    words[ends / 4 + document] = end
  }
  return end
}
