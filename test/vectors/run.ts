/**
 * Runs vector files: `node test/vectors/run.ts FILE.jsonl...` compares every row and prints a line for each
 * file,
 *
 *     solr-md5.jsonl: 171 equal, 0 different
 *
 * and then the first different rows. The name of a file determines its format, in any folder; see `formats.ts`. Exit
 * status: 0 all equal, 1 some rows differ, 2 wrong usage.
 */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { compareFile, type Difference, formatOf, formats } from './formats.ts'

const shownRows = 5
const shownCharacters = 400

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}...` : text
}

function usageProblem(files: readonly string[]): string | undefined {
  if (files.length === 0) return 'usage: node test/vectors/run.ts FILE.jsonl...'
  const unknown = files.find(file => formatOf(file) === undefined)
  if (unknown !== undefined) return `${unknown}: the name begins with none of ${formats.join(', ')}`
  const missing = files.find(file => !existsSync(file))
  return missing === undefined ? undefined : `${missing}: no such file`
}

async function main(files: readonly string[]): Promise<number> {
  const problem = usageProblem(files)
  if (problem !== undefined) {
    console.error(problem)
    return 2
  }
  const differing: (Difference & { file: string })[] = []
  for (const path of files) {
    const file = basename(path)
    const { rows, different } = await compareFile(path)
    console.log(`${file}: ${rows - different.length} equal, ${different.length} different`)
    differing.push(...different.slice(0, shownRows).map(difference => ({ file, ...difference })))
  }
  for (const { file, id, expected, got } of differing) {
    console.log(`\n${file}, row ${id}\n  expected ${shown(expected)}\n  got      ${shown(got)}`)
  }
  return differing.length === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
