/** Samples for tests: inhabitants of few streets with common names, of whom few stand twice. */

/** Made-up inhabitants by column, and the pairs that are copies: each fortieth one, with a typing error. */
export function inhabitants(
  count: number,
  seed: number,
): { values: Record<string, readonly string[]>; copies: Set<string> } {
  let state = seed
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const syllables = ['ka', 'ro', 'mi', 'ten', 'lu', 'sa', 'vor', 'ne', 'bi', 'dal']
  const word = (): string => [0, 1, 2].map(() => syllables[below(10)]).join('')
  const words = (size: number): string[] => Array.from({ length: size }, word)
  const [firsts, lasts, streets, towns] = [25, 28, 10, 6].map(words)
  const two = (value: number): string => String(value).padStart(2, '0')
  const inhabitant = (): Record<string, string> => {
    const town = below(towns.length)
    return {
      first: firsts[below(firsts.length)],
      last: lasts[below(lasts.length)],
      street: `${streets[below(streets.length)]} ${1 + below(150)}`,
      town: towns[town],
      code: String(10_007 + 7919 * town),
      born: `${1930 + below(75)}-${two(1 + below(12))}-${two(1 + below(28))}`,
      phone: below(10) < 4 ? '' : `0${100 + below(9000)}/${10_000 + below(9_000_000)}`,
    }
  }
  const rows: Record<string, string>[] = []
  const copies = new Set<string>()
  while (rows.length < count) {
    const row = inhabitant()
    rows.push(row)
    if (below(40) > 0) continue
    const column = ['first', 'last', 'street', 'born'][below(4)]
    const at = below(row[column].length - 1)
    const value = row[column]
    rows.push({ ...row, [column]: value.slice(0, at) + value[at + 1] + value[at] + value.slice(at + 2) })
    copies.add(`${rows.length - 2},${rows.length - 1}`)
  }
  const columns = Object.keys(rows[0])
  return { values: Object.fromEntries(columns.map(name => [name, rows.map(row => row[name])])), copies }
}
