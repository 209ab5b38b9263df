/**
 * Variants of labelled record sets: what lists never shown may look like.
 *
 *     half, third     the records of every second, third entity
 *     tenth, none     nine of ten entities, or all, lose their copies: one list keeps one record of each, of two lists
 *                     one side of each loses its records
 *     without         without the first, or the last, of its columns
 *     text            the columns joined
 *     union           two lists as one
 *     mixed           two sets in one list, with the columns of both
 *     sample          nine of ten records, whatever their entities
 *
 * Entities are the components of the true pairs. Which are kept depends on a hash of the id, so order tells nothing.
 */
import type { LabelledRecords } from './labelled.ts'

export type Variant = (records: LabelledRecords) => LabelledRecords

/** The variants of one set that it can have, by name. */
export function variantsOf(records: LabelledRecords): Record<string, Variant> {
  const { columns, judged, split } = records
  const single: Variant = set => withoutCopies(set, () => true)
  const ends = columns.length > 3 ? [columns[0], columns[columns.length - 1]] : []
  const without = ends.map(({ name }): [string, Variant] => [
    `without ${name}`,
    set => withoutColumn(set, name),
  ])
  return {
    'half 1': set => partOf(set, 2, 0),
    'half 2': set => partOf(set, 2, 1),
    third: set => partOf(set, 3, 0),
    ...(judged === undefined && {
      tenth: set => withoutCopies(set, entity => entity % 10 !== 0),
      none: single,
    }),
    ...Object.fromEntries(without),
    ...(columns.length > 0 && { text: textAlone }),
    ...(columns.length > 0 && judged === undefined && { 'text none': set => textAlone(single(set)) }),
    ...(split > 0 && { union: set => ({ ...set, split: 0 }) }),
  }
}

/** The records at the given rows, with the true pairs among them. */
function chosenRows(set: LabelledRecords, isKept: (row: number) => boolean): LabelledRecords {
  const rows = set.ids.flatMap((_, row) => (isKept(row) ? [row] : []))
  const ids = rows.map(row => set.ids[row])
  const known = new Set(ids)
  const among = (pairs: ReadonlySet<string>): Set<string> =>
    new Set([...pairs].filter(pair => pair.split(',').every(id => known.has(id))))
  return {
    ids,
    texts: rows.map(row => set.texts[row]),
    columns: set.columns.map(({ name, values }) => ({ name, values: rows.map(row => values[row]) })),
    split: rows.filter(row => row < set.split).length,
    truth: among(set.truth),
    judged: set.judged && among(set.judged),
  }
}

/** The k-th sample of nine tenths of the records. */
export function sampleOf(set: LabelledRecords, k: number): LabelledRecords {
  return chosenRows(set, row => hashOf(`${set.ids[row]} ${k}`) % 10 !== 0)
}

/** The k-th of n parts, by entity. */
function partOf(set: LabelledRecords, parts: number, k: number): LabelledRecords {
  const entities = entitiesOf(set)
  return chosenRows(set, row => hashOf(set.ids[entities[row]]) % parts === k)
}

/** @param loses whether an entity, by its hash, loses its copies */
function withoutCopies(set: LabelledRecords, loses: (entity: number) => boolean): LabelledRecords {
  const entities = entitiesOf(set)
  return chosenRows(set, row => {
    const hash = hashOf(set.ids[entities[row]])
    if (!loses(hash)) return true
    if (set.split === 0) return entities[row] === row
    const isSingle = entities[row] === row && entities.indexOf(row, row + 1) < 0
    return isSingle || row < set.split === (hash >>> 8) % 2 > 0
  })
}

/** For each row the first row of its entity. */
function entitiesOf({ ids, truth }: LabelledRecords): Int32Array {
  const rowOf = new Map(ids.map((id, row) => [id, row]))
  const first = Int32Array.from(ids.keys())
  const rootOf = (row: number): number => {
    let root = row
    while (first[root] !== root) root = first[root]
    return root
  }
  for (const pair of truth) {
    const [a, b] = pair.split(',').map(id => rootOf(rowOf.get(id) ?? -1))
    first[Math.max(a, b)] = Math.min(a, b)
  }
  return first.map((_, row) => rootOf(row))
}

function withoutColumn(set: LabelledRecords, left: string): LabelledRecords {
  const columns = set.columns.filter(({ name }) => name !== left)
  return {
    ...set,
    columns,
    texts: set.texts.map((_, row) => columns.map(({ values }) => values[row]).join(' ')),
  }
}

function textAlone(set: LabelledRecords): LabelledRecords {
  return { ...set, columns: [] }
}

/** Two sets in one list, or both of two lists in two; ids get a prefix. */
export function mixed(a: LabelledRecords, b: LabelledRecords): LabelledRecords {
  const names = [...new Set([...a.columns, ...b.columns].map(({ name }) => name))]
  const isAcross = a.split > 0 && b.split > 0
  const order = (set: LabelledRecords): [number[], number[]] => {
    const rows = [...set.ids.keys()]
    return isAcross ? [rows.slice(0, set.split), rows.slice(set.split)] : [rows, []]
  }
  const [[a1, a2], [b1, b2]] = [order(a), order(b)]
  const join = <T>(of: (set: LabelledRecords, row: number) => T): T[] => [
    ...a1.map(row => of(a, row)),
    ...b1.map(row => of(b, row)),
    ...a2.map(row => of(a, row)),
    ...b2.map(row => of(b, row)),
  ]
  const prefixed = (set: LabelledRecords): string[] =>
    [...set.truth].map(pair => keyOf(set === a ? 'a' : 'b', pair))
  return {
    ids: join((set, row) => `${set === a ? 'a' : 'b'}${set.ids[row]}`),
    texts: join((set, row) => set.texts[row]),
    columns: names.map(name => ({
      name,
      values: join((set, row) => set.columns.find(column => column.name === name)?.values[row] ?? ''),
    })),
    split: isAcross ? a1.length + b1.length : 0,
    truth: new Set([...prefixed(a), ...prefixed(b)]),
    judged: undefined,
  }
}

function keyOf(prefix: string, pair: string): string {
  const [x, y] = pair.split(',').map(id => prefix + id)
  return x < y ? `${x},${y}` : `${y},${x}`
}

/** FNV-1a of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
