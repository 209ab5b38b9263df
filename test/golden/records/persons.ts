/** Samples for tests: persons with copies. */
import type { GivenColumn } from '../../../src/methods/records/gather-records.ts'

/** Made-up persons; each fifth one has a copy with a typing error and another street. */
export function persons(count: number): { texts: string[]; columns: GivenColumn[]; copies: Set<string> } {
  let state = 5
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const syllables = ['ka', 'ro', 'mi', 'ten', 'lu', 'sa', 'vor', 'ne', 'bi', 'dal']
  const word = (): string => [0, 1, 2].map(() => syllables[below(10)]).join('')
  const names = ['first', 'last', 'street', 'born', 'town']
  const towns = Array.from({ length: 12 }, word)
  const person = (): string[] => [
    ...[word(), word(), `${word()} street ${1 + below(90)}`],
    ...[`${1930 + below(70)}-${10 + below(3)}-${10 + below(18)}`, towns[below(12)]],
  ]
  const rows: string[][] = []
  const copies = new Set<string>()
  while (rows.length < count) {
    const row = person()
    rows.push(row)
    if (below(5) > 0) continue
    rows.push([row[0], `${row[1]}x`, `${word()} street 7`, row[3], row[4]])
    copies.add(`${rows.length - 2},${rows.length - 1}`)
  }
  const columns = names.map((name, c) => ({ name, values: rows.map(row => row[c]) }))
  return { texts: rows.map(row => row.join('\n')), columns, copies }
}

/** The same as documents of an index, with their fields. */
export function personDocuments(count: number): {
  fields: string[]
  documents: ({ readonly id: number } & Readonly<Record<string, string | number>>)[]
  copies: Set<string>
} {
  const { texts, columns, copies } = persons(count)
  const documents = texts.map((_, id) => ({
    id,
    ...Object.fromEntries(columns.map(({ name, values }): [string, string] => [name, values[id]])),
  }))
  return { fields: columns.map(({ name }) => name), documents, copies }
}
