/**
 * Generates `src/texts/kernels/generated/unicode-tables.ts`, the packed tables of the text rule:
 * `node kernels/unicode/generate.ts`. `src/texts/kernels/layout/unicode-image.ts` unpacks them and describes the form.
 *
 * Ours: the packing. Numbers of one kind follow each other, each as its difference to a guess, so that compression of
 * the program finds them alike: 9.8 KB of it, of what would be 60 KB of pairs.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deriveProperties, type Properties, tableEnd } from './properties.ts'
import { readUcd, unicodeVersion } from './ucd.ts'

const digits = 64
const more = 22

/** One number: a last digit, or one that says that others follow. Without `'` and `\`. */
function packed(value: number): string {
  let rest = value
  let text = ''
  const character = (digit: number): string => String.fromCharCode(digit < 52 ? 40 + digit : 41 + digit)
  while (rest >= digits) {
    rest -= digits
    text += character(digits + (rest % more))
    rest = Math.floor(rest / more)
  }
  return text + character(rest)
}

/** Negative numbers between the others. */
const signed = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)

/** Rows of numbers, column after column, after their number. */
function columns(rows: readonly (readonly number[])[]): string {
  const width = rows[0].length
  return (
    packed(rows.length) +
    Array.from({ length: width }, (_, i) => rows.map(row => packed(row[i])).join('')).join('')
  )
}

/** [length, value] of runs of equal values; undefined is equal to any. */
function runs(values: readonly (number | undefined)[]): number[][] {
  const found: number[][] = []
  for (const value of values) {
    const last = found.at(-1)
    if (last === undefined || (value !== undefined && value !== last[1])) found.push([1, value ?? 0])
    else last[0]++
  }
  return found
}

interface Mapped {
  readonly from: number
  /** 0 both by one, 1 both by two, 2 all to the same; 3 a sequence. */
  readonly form: number
  readonly count: number
  readonly to: readonly number[]
}

const steps = [
  [1, 1],
  [2, 2],
  [1, 0],
] as const

/** Mappings as runs of characters that step alike. */
function mappedRuns(mappings: Properties['mappings']): Mapped[] {
  const found: Mapped[] = []
  for (let at = 0; at < mappings.length; ) {
    const [from, to] = mappings[at]
    const lengths = steps.map(([step, toStep]) => {
      let count = 1
      const isNext = ([next, [single, ...rest]]: [number, number[]]): boolean =>
        next === from + count * step && rest.length === 0 && single === to[0] + count * toStep
      while (at + count < mappings.length && isNext(mappings[at + count])) count++
      return count
    })
    const count = to.length > 1 ? 1 : Math.max(...lengths)
    found.push({ from, form: to.length > 1 ? 3 : lengths.indexOf(count), count, to })
    at += count
  }
  return found
}

/** Each run as gap and form, then its first target or its sequence, by the difference to the one before. */
function packedMappings(found: readonly Mapped[]): string {
  const heads: number[][] = []
  const targets: number[] = []
  const sequences: number[] = []
  const before: number[] = []
  let end = 0
  let target = 0
  for (const { from, form, count, to } of found) {
    heads.push([from - end, form + 4 * (form === 3 ? to.length - 2 : count - 1)])
    const [step, toStep] = steps[form] ?? [1, 1]
    end = from + (count - 1) * step + 1
    if (form < 3) {
      targets.push(signed(to[0] - target))
      target = to[0] + count * toStep
      continue
    }
    for (const [i, each] of to.entries()) {
      sequences.push(signed(each - (before[i] ?? 0)))
      before[i] = each
    }
  }
  return columns(heads) + [...targets, ...sequences].map(packed).join('')
}

/** The second parts by how often they occur, then gap, first part and number of the second part of each composite. */
function packedComposites(composites: Properties['composites']): string {
  const counts = new Map<number, number>()
  for (const [, , second] of composites) counts.set(second, (counts.get(second) ?? 0) + 1)
  const seconds = [...counts].sort(([, a], [, b]) => b - a).map(([second]) => second)
  const rows = composites.map(([whole, first, second], i) => {
    const [wholeBefore, firstBefore] = composites[i - 1] ?? [-1, 0]
    return [whole - wholeBefore - 1, signed(first - firstBefore), seconds.indexOf(second)]
  })
  return columns(seconds.map(each => [each])) + columns(rows)
}

/** Combining classes as numbers in their order, from 1. */
function ranks(ccc: readonly number[]): number[] {
  const all = [...new Set(ccc)].sort((a, b) => a - b)
  return ccc.map(each => all.indexOf(each))
}

/** The text of the generated module. Equal on every run. */
export async function unicodeTablesSource(): Promise<string> {
  const { classes, ccc, mappings, composites } = deriveProperties(await readUcd())
  if (classes.length !== tableEnd) throw new Error('classes must cover all characters')
  const text =
    columns(runs(classes)) +
    columns(runs(ranks(ccc))) +
    packedComposites(composites) +
    packedMappings(mappedRuns(mappings))
  return [
    `// Made by kernels/unicode/generate.ts, Unicode character database ${unicodeVersion} (${text.length} bytes).`,
    '// Copyright Unicode, Inc., under the Unicode License V3: docs/unicode-license.txt.',
    `export const unicodeVersion = '${unicodeVersion}'`,
    `export const unicodeTables: string =\n  '${text}'\n`,
  ].join('\n')
}

export const unicodeTablesPath = fileURLToPath(
  new URL('../../src/texts/kernels/generated/unicode-tables.ts', import.meta.url),
)

if (import.meta.main) writeFileSync(unicodeTablesPath, await unicodeTablesSource())
