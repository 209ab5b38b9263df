/** Report lines: the records read and skipped, printed for every run of any command. */
import { isPage } from '../../files/formats/warc/textless.ts'
import type { BadRecord, RunReport } from '../../files/requests.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { printByteSize } from '../../ground/options/byte-size.ts'
import { printCount, printCounted } from './figures.ts'
import { printableLine } from './printable.ts'

const shownBadRecords = 3
const shownIgnored = 3
const shownKinds = 5

/** Command, records, bytes, and the input or the number of inputs. */
export function titleLine(command: string, { counts, inputs }: RunReport): string {
  const files = inputs.length === 1 ? printableLine(inputs[0].path) : printCounted(inputs.length, 'file')
  const records = printCounted(counts.read, 'record')
  return `nearsame ${command}: ${records}, ${printByteSize(counts.bytes)}, ${files}\n`
}

/** The first skipped records with their places, and the number of the others; empty if none was skipped. */
export function badRecordLines({ counts, badRecords }: RunReport): string {
  const rows = badRecords
    .slice(0, shownBadRecords)
    .map(bad => `  ${printableLine(`${bad.at}  ${shortMessage(bad)}`)}\n`)
  const rest = counts.bad - rows.length
  if (rows.length > 0 && rest > 0) rows.push(`  and ${printCount(rest)} more\n`)
  return rows.join('')
}

/** Which fields the records showed to hold the text, unless it is the one of this name; else empty. */
export function guessedLine(text: readonly string[] | undefined, of = ''): string {
  return text === undefined || text.join() === 'text'
    ? ''
    : `  text${of}: ${printableLine(text.join(', '))}\n`
}

/** A warning about inputs without any record, which may be intended or the wrong file; else empty. */
export function emptyLine({ counts, inputs }: RunReport): string {
  const { against } = counts as { readonly against?: number }
  if ((counts.read > 0 && against !== 0) || counts.bad > 0) return ''
  if (against === undefined) return noneLine(inputs.map(({ path }) => path))
  return noneLine([], counts.read > 0 ? ' in B' : ' in A')
}

/** The warning that inputs hold no record. @param paths what was read; empty if `side` says it */
export function noneLine(paths: readonly string[], side = ''): string {
  const where = paths.length === 1 ? printableLine(paths[0]) : printCounted(paths.length, 'file')
  const { message } = new NearsameError('INPUT_NONE', {
    expected: `at least one record${side}`,
    got: 'none',
    ...(paths.length > 0 && { where }),
    fix: 'check that this is the right input, and that it is complete',
  })
  return `nearsame: warning: ${message}\n`
}

const ignoredWords = {
  empty: 'without a byte',
  binary: 'not texts',
  other: 'not of this format',
} as const

/** Files that were found but not read; empty if there are none. */
export function ignoredLines({ ignoredFiles = [] }: RunReport): string {
  const lines = Object.entries(ignoredWords).flatMap(([reason, words]) => {
    const paths = ignoredFiles.filter(file => file.reason === reason).map(({ path }) => printableLine(path))
    if (paths.length === 0) return []
    return [`ignored ${printCounted(paths.length, 'file')} ${words}: ${firstOf(paths, shownIgnored)}`]
  })
  return lines.map(line => `  ${line}\n`).join('')
}

/** Records of an archive that are not read, by kind, most first; empty if there are none. */
export function textlessLine(textless: RunReport['textless'] = {}): string {
  const kinds = Object.entries(textless).sort(([, a], [, b]) => b - a)
  if (kinds.length === 0) return ''
  const total = kinds.reduce((sum, [, count]) => sum + count, 0)
  const counted = kinds.map(([kind, count]) => `${printCount(count)} ${printableLine(kind)}`)
  const shown = firstOf(counted, shownKinds)
  const fix = kinds.some(([kind]) => isPage(kind)) ? ' (pages are read with `--html`)' : ''
  return `  not read: ${printCounted(total, 'record')} without a plain text: ${shown}${fix}\n`
}

/** The first words of a list; an ellipsis stands for the others. */
function firstOf(words: readonly string[], count: number): string {
  return words.slice(0, count).join(', ') + (words.length > count ? ', …' : '')
}

/** Code, requirement and value; the caller prints the place before it, and the fix is in `docs/errors.md`. */
function shortMessage({ at, code, message }: BadRecord): string {
  const said = message.startsWith(`${code}: `) ? message : `${code}: ${message}`
  return said.replace(/\. To fix: .*$/s, '').replace(`, at ${at}`, '')
}
