/**
 * Generates `src/texts/kernels/generated/unicode-tables.ts`, the tables of the text rule:
 * `node kernels/unicode/generate.ts`.
 *
 * Little-endian, in this order; offsets count from the first byte, which the loader puts at a multiple of 64:
 *
 *     u32 offsets[8]: decompositions, their count, pairs, their count, records, roots, blocks, values
 *     u64 decompositions   character << 42 | first << 21 | second, ascending; second 0 for a single character
 *     u16 pairs            numbers of the decompositions that composition undoes, ascending by their lower 42 bits
 *     u32 records          class | kind << 2 | combining class << 4 | delta << 12; see properties.ts
 *     u8  roots[272]       character >> 12 to a group of 64 blocks; the first 16 are in order
 *     u16 blocks           group << 6 | (character >> 6 & 63) to a block of values; the first 32 are in order
 *     u8  values           block << 6 | (character & 63) to a record number
 *
 * So a character below U+0800 takes one lookup, one of the basic plane two, others three. The first four records are
 * characters that never change: their number is their class.
 *
 * Ours: the layout. A block of 64 is the range of the last byte of a UTF-8 sequence.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deriveProperties, type Properties } from './properties.ts'
import { codePoints, readUcd, type Ucd, unicodeVersion } from './ucd.ts'

const headerBytes = 32

/** Numbers rows in order of appearance, equal rows sharing a number; rows before `kept` always get their own. */
class Numbering {
  readonly rows: (readonly number[])[] = []
  readonly #numbers = new Map<string, number>()

  numberOf(row: readonly number[], kept = 0): number {
    const key = row.join()
    const known = this.#numbers.get(key)
    if (known !== undefined && this.rows.length >= kept) return known
    if (known === undefined) this.#numbers.set(key, this.rows.length)
    return this.rows.push(row) - 1
  }
}

/** `values` cut into rows of 64. */
function cut(values: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(values.length / 64) }, (_, i) => values.slice(i * 64, i * 64 + 64))
}

const packed = (p: Properties): number => (p.class | (p.kind << 2) | (p.ccc << 4) | (p.delta << 12)) >>> 0

/** A canonical decomposition as one number: numeric order is the order of characters. */
const packedDecomposition = ([character, [first, second = 0]]: [number, readonly number[]]): bigint =>
  (BigInt(character) << 42n) | (BigInt(first) << 21n) | BigInt(second)

/** Numbers of the pairs that composition merges, by first and then second character. */
function pairNumbers({ excluded }: Ucd, decompositions: BigUint64Array): Uint16Array {
  const pair = (number: number): bigint => decompositions[number] & 0x3ffffffffffn
  const isPrimary = (number: number): boolean =>
    (decompositions[number] & 0x1fffffn) !== 0n && !excluded.has(Number(decompositions[number] >> 42n))
  const numbers = [...decompositions.keys()].filter(isPrimary)
  return Uint16Array.from(numbers.sort((a, b) => (pair(a) < pair(b) ? -1 : 1)))
}

const bytesOf = ({ buffer }: { buffer: ArrayBufferLike }): Uint8Array => new Uint8Array(buffer)

function trie(
  properties: readonly Properties[],
): Record<'records' | 'roots' | 'blocks' | 'values', Uint8Array> {
  const records = new Numbering()
  for (let each = 0; each < 4; each++) records.numberOf([each])
  const values = properties.map(each => records.numberOf([packed(each)]))
  if (records.rows.length > 256) throw new Error(`${records.rows.length} records do not fit one byte`)
  const blocks = new Numbering()
  const numbers = cut(values).map(block => blocks.numberOf(block, 32))
  const groups = new Numbering()
  const roots = cut(numbers).map(group => groups.numberOf(group, 16))
  return {
    records: bytesOf(Uint32Array.from(records.rows.flat())),
    roots: Uint8Array.from(roots),
    blocks: bytesOf(Uint16Array.from(groups.rows.flat())),
    values: Uint8Array.from(blocks.rows.flat()),
  }
}

async function tables(): Promise<Uint8Array> {
  const ucd = await readUcd()
  const decompositions = BigUint64Array.from([...ucd.decomposition].map(packedDecomposition)).sort()
  const pairs = pairNumbers(ucd, decompositions)
  const { records, roots, blocks, values } = trie(deriveProperties(ucd))
  if (roots.length !== codePoints >> 12) throw new Error('roots must cover all code points')
  // `records` are read as u32: padding after the pairs keeps them aligned.
  const padded = Buffer.concat([bytesOf(pairs), new Uint8Array((4 - (pairs.byteLength % 4)) % 4)])
  const sections = [bytesOf(decompositions), padded, records, roots, blocks, values]
  const offsets = sections.map((_, i) =>
    sections.slice(0, i).reduce((sum, { length }) => sum + length, headerBytes),
  )
  const header = [offsets[0], decompositions.length, offsets[1], pairs.length, ...offsets.slice(2)]
  return Buffer.concat([bytesOf(Uint32Array.from(header)), ...sections])
}

/** The text of the generated module. Equal on every run. */
export async function unicodeTablesSource(): Promise<string> {
  const bytes = Buffer.from(await tables())
  return [
    `// Made by kernels/unicode/generate.ts, Unicode character database ${unicodeVersion} (${bytes.length} bytes).`,
    '// Copyright Unicode, Inc., under the Unicode License V3: docs/unicode-license.txt.',
    `export const unicodeVersion = '${unicodeVersion}'`,
    `export const unicodeTables: string =\n  '${bytes.toString('base64')}'\n`,
  ].join('\n')
}

export const unicodeTablesPath = fileURLToPath(
  new URL('../../src/texts/kernels/generated/unicode-tables.ts', import.meta.url),
)

if (import.meta.main) writeFileSync(unicodeTablesPath, await unicodeTablesSource())
