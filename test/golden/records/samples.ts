/**
 * Lists of made-up records for the tests of `src/methods/records`: people with a share of misspelt copies, and lists of
 * look-alikes without any copy. Each list depends only on its seed.
 */

/** A small random number generator for [0, 1). */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(chance: () => number, from: readonly T[]): T => from[Math.floor(chance() * from.length)]

const syllables =
  'ka lo mi ren to sa vel dor an ber chi el fo gra hun il jo kel mar nor pe qui ros sti'.split(' ')

/** `count` distinct words of two to four syllables. */
export function madeUpWords(chance: () => number, count: number): string[] {
  const words = new Set<string>()
  while (words.size < count) {
    const length = 2 + Math.floor(chance() * 3)
    words.add(Array.from({ length }, () => pick(chance, syllables)).join(''))
  }
  return [...words]
}

/** The text with one or two letters changed, dropped or doubled. */
export function misspelt(chance: () => number, text: string): string {
  let spelt = text
  for (let edits = 1 + Math.floor(chance() * 2); edits > 0; edits--) {
    const at = 1 + Math.floor(chance() * (spelt.length - 2))
    const middle = pick(chance, ['', spelt[at] + spelt[at], pick(chance, [...'abcdefgh'])])
    spelt = spelt.slice(0, at) + middle + spelt.slice(at + 1)
  }
  return spelt
}

/** `count` people with addresses; the last `share` of the rows are misspelt copies of earlier rows. */
export function people(count: number, share: number, seed: number): string[] {
  const chance = chanceOf(seed)
  const names = madeUpWords(chance, 400)
  const originals = Array.from(
    { length: Math.round(count * (1 - share)) },
    () =>
      `${pick(chance, names)} ${pick(chance, names)} ${Math.ceil(chance() * 300)} ${pick(chance, names)} street ${pick(chance, names)}`,
  )
  const copies = Array.from({ length: count - originals.length }, () =>
    misspelt(chance, pick(chance, originals)),
  )
  return [...originals, ...copies]
}

/** Lists without any copy, whose rows differ in one slot, in a number, or in a size. */
export function lookAlikes(count: number, seed: number): Readonly<Record<string, string[]>> {
  const chance = chanceOf(seed)
  const [a, b, c, d] = [14, 14, 14, 14].map(size => madeUpWords(chance, size))
  const distinct = (make: () => string): string[] => {
    const rows = new Set<string>()
    while (rows.size < count) rows.add(make())
    return [...rows]
  }
  const size = (): string => pick(chance, ['small', 'medium', 'large', 'xl'])
  return {
    template: distinct(
      () =>
        `The ${pick(chance, a)} of ${pick(chance, b)} was near ${pick(chance, c)} with ${pick(chance, d)}`,
    ),
    invoices: Array.from(
      { length: count },
      (_, k) => `Invoice ${202300000 + k} of ${pick(chance, a)} trading ltd`,
    ),
    variants: distinct(
      () =>
        `${pick(chance, a)} ${pick(chance, b)} ${pick(chance, c)} ${size()} ${Math.ceil(chance() * 50)}0 ml`,
    ),
    names: distinct(() => `${pick(chance, a)} ${pick(chance, b)} ${pick(chance, c)} ${pick(chance, d)}`),
  }
}
