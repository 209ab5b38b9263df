/**
 * Tables that are read as texts, a line each: spreadsheets save a table as `.txt`, with tabs between its columns. Then
 * its first line is no header but a text, and an id in each line makes all of them differ.
 *
 * Ours: all of it. Cost: a few lines of each file.
 */
import type { Run } from '../run.ts'
import { documentText } from '../text-pairs.ts'

/** Lines of a file that are looked at. */
const fewLines = 20
/** Fewer lines show nothing. */
const leastLines = 3
/** Files that are looked at. */
const mostFiles = 20

/** What divides columns, and how often a line has it at least: texts have commas, but not as many each. */
const separators = [
  { separator: '\t', name: 'tab', format: 'tsv', least: 1 },
  { separator: ';', name: 'semicolon', format: 'csv', least: 1 },
  { separator: ',', name: 'comma', format: 'csv', least: 2 },
  { separator: '|', name: 'vertical bar', format: 'csv', least: 1 },
] as const

/**
 * What divides the columns, and how many times in each line; undefined for texts.
 *
 * @example separatedLines(['id;name', '1;Ann', '2;Bo'])?.name // => 'semicolon'
 * @example separatedLines(['one; two', 'three', 'four']) // => undefined
 */
export function separatedLines(lines: readonly string[]) {
  if (lines.length < leastLines) return undefined
  for (const each of separators) {
    const [count, ...others] = lines.map(line => line.split(each.separator).length - 1)
    if (count >= each.least && others.every(other => other === count)) return { ...each, count }
  }
  return undefined
}

/** A hint for each such file of a run. REQUIRES: the run is scanned. */
export function tablesAsTexts(run: Run): string[] {
  const { records } = run.documents
  const { plain } = run.sources
  const files = [...plain.keys()].filter(source => plain[source].format.name === 'txt').slice(0, mostFiles)
  return files.flatMap(source => {
    const from = records.firstDocument(source)
    const to = Math.min(records.firstDocument(source + 1), from + fewLines)
    const table = separatedLines(Array.from({ length: to - from }, (_, i) => documentText(run, from + i)))
    if (table === undefined) return []
    const { count, name, format } = table
    return [
      `each line of ${plain[source].path} has ${count} ${name}${count === 1 ? '' : 's'}: ` +
        `\`inputFormat\` ${format} reads a table, of which the first line names the columns`,
    ]
  })
}
