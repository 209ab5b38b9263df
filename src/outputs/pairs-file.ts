/**
 * Pairs file: reads `id1,id2` rows of CSV, or `{"id1","id2"}` lines of JSONL, one pair at a time.
 *
 * Ids are compared as text, because CSV keeps no types. A first CSV row whose two cells are both called
 * something with "id", such as `id1,id2` or `left_id,right_id`, is a header.
 */
import { extname } from 'node:path'
import { NearsameError } from '../errors/nearsame-error.ts'
import { textLines } from '../sources/text-lines.ts'

/** Calls `each` with the ids of every pair. @throws NearsameError PAIRS_FILE for a line that has no two ids. */
export async function readPairs(path: string, each: (id1: string, id2: string) => void): Promise<void> {
  const isJson = ['.jsonl', '.ndjson'].includes(extname(path).toLowerCase())
  let number = 0
  for await (const record of recordsOf(path, isJson)) {
    number++
    if (record.trim() === '') continue
    const [id1, id2] = isJson ? jsonIds(record) : csvCells(record)
    if (id1 === undefined || id2 === undefined) {
      throw new NearsameError('PAIRS_FILE', {
        expected: isJson ? 'an object with id1 and id2' : 'a row that begins with two ids',
        got: JSON.stringify(record.slice(0, 60)),
        where: `${path}:${number}`,
        fix: 'pairs are CSV rows `id1,id2,…`, or lines {"id1":…,"id2":…} in a .jsonl file',
      })
    }
    if (!(number === 1 && !isJson && isIdName(id1) && isIdName(id2))) each(id1, id2)
  }
}

/** Lines of JSONL; rows of CSV, in which a quoted cell may hold line ends. */
async function* recordsOf(path: string, isJson: boolean): AsyncGenerator<string> {
  let row = ''
  let isQuoteOpen = false
  for await (const line of textLines(path)) {
    row = isQuoteOpen ? `${row}\n${line}` : line
    if (!isJson && countQuotes(line) % 2 === 1) isQuoteOpen = !isQuoteOpen
    if (!isQuoteOpen) yield row
  }
  if (isQuoteOpen) yield row
}

function countQuotes(line: string): number {
  let count = 0
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) count++
  return count
}

/** The first two cells of a row. */
function csvCells(row: string): (string | undefined)[] {
  const cells: string[] = []
  const cell = /("(?:[^"]|"")*"|[^,]*)(,|$)/gy
  for (let found = cell.exec(row); found && cells.length < 2; found = cell.exec(row)) {
    const [, text, end] = found
    cells.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text.trim())
    if (end === '') break
  }
  return cells
}

function jsonIds(line: string): (string | undefined)[] {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return [] // the caller reports the line
  }
  const { id1, id2 } = (value ?? {}) as { id1?: unknown; id2?: unknown }
  return [id1, id2].map(id => (typeof id === 'string' || typeof id === 'number' ? String(id) : undefined))
}

function isIdName(cell: string): boolean {
  return /^([a-z]*[ _-])?id([ _-]?[a-z0-9])?$/i.test(cell)
}
