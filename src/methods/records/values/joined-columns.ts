/**
 * Joined columns: a column that joins others, such as a full address beside street and town, counts only by what they
 * lack: the words that these columns have are taken out of its values.
 *
 * A column joins those whose words it has in nearly all records that have a value of them, if these are two or more.
 *
 * Ours: all of it. Cost: one pass over the words of all columns for each pair of columns.
 */
import { comparedText, wordsOf } from '../candidates/record-text.ts'

/** The share of the records in which a column has all words of another. */
const mostRows = 0.95
const sampledRows = 500
const leastRows = 20

/** A column as given. */
export interface ReadColumn {
  readonly name: string
  readonly values: readonly string[]
}

/** The names of the columns that each joining column joins. */
export type JoinedNames = ReadonlyMap<string, readonly string[]>

/** @returns an entry for each column that joins two or more others */
export function joinedColumns(columns: readonly ReadColumn[], rows: readonly number[]): JoinedNames {
  const joined = new Map<string, readonly string[]>()
  if (columns.length < 3 || rows.length < leastRows) return joined
  const step = Math.max(1, Math.floor(rows.length / sampledRows))
  const sample = rows.filter((_, at) => at % step === 0)
  const words = columns.map(({ values }) => sample.map(row => new Set(wordsOf(comparedText(values[row])))))
  for (const [c, column] of columns.entries()) {
    const parts = columns.filter(
      (_, d) => d !== c && !joined.has(columns[d].name) && hasAll(words[c], words[d]),
    )
    if (parts.length >= 2)
      joined.set(
        column.name,
        parts.map(({ name }) => name),
      )
  }
  return joined
}

function hasAll(whole: readonly ReadonlySet<string>[], part: readonly ReadonlySet<string>[]): boolean {
  let filled = 0
  let found = 0
  let longer = 0
  part.forEach((words, at) => {
    if (words.size === 0) return
    filled++
    if (words.isSubsetOf(whole[at])) found++
    if (whole[at].size > words.size) longer++
  })
  return filled >= leastRows && found >= mostRows * filled && longer >= mostRows * filled
}

/** The values of a column at some rows, without the words of the columns that it joins. */
export function valuesAt(
  name: string,
  columns: readonly ReadColumn[],
  joined: JoinedNames,
  rows: readonly number[],
): readonly string[] {
  const values = columns.find(column => column.name === name)?.values ?? []
  const parts = columns.filter(other => joined.get(name)?.includes(other.name))
  if (parts.length === 0) return rows.map(row => values[row])
  return rows.map(row =>
    restOf(
      values[row],
      parts.map(part => part.values[row]),
    ),
  )
}

/** The value of a joining column without the words of the others. */
function restOf(value: string, parts: readonly string[]): string {
  const taken = new Set(parts.flatMap(part => wordsOf(comparedText(part))))
  return wordsOf(comparedText(value))
    .filter(word => !taken.has(word))
    .join(' ')
}
