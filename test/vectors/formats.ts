/**
 * Formats of vector files, and how their rows are compared.
 *
 * The beginning of a file's name is its format: `solr-md5.jsonl` and `solr-md5-7.jsonl` both have the format
 * `solr-md5`. A row is one line of JSON with an `id`. Each module below exports `rows`: for each of its formats a
 * function from a row to the expected and our result.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

export interface Comparison {
  readonly expected: unknown
  readonly got: unknown
}

/** Each accepts rows of its own shape, hence `never`. */
export type Comparators = Readonly<Record<string, (row: never) => Comparison | Promise<Comparison>>>

export interface Difference extends Comparison {
  readonly id: string
}

export interface FileComparison {
  readonly rows: number
  readonly different: readonly Difference[]
}

const modules: Readonly<Record<string, string>> = {
  'solr-textprofile': './rows/solr-signatures.ts',
  'solr-md5': './rows/solr-signatures.ts',
  'solr-lookup3': './rows/solr-signatures.ts',
  'solr-chain': './rows/solr-chain.ts',
  'solr-json-number': './rows/solr-chain.ts',
  'nutch-md5': './rows/nutch-signatures.ts',
  'nutch-textprofile': './rows/nutch-signatures.ts',
  'lucene-minhash': './rows/lucene.ts',
  'lucene-shingle-minhash': './rows/lucene.ts',
  'lucene-fingerprint': './rows/lucene.ts',
  'minhash-query': './rows/lucene.ts',
  'murmur3-32': './rows/lucene.ts',
  'murmur3-128': './rows/lucene.ts',
}

export const formats: readonly string[] = Object.keys(modules)

/** The format of a file; undefined if its name begins with none. */
export function formatOf(path: string): string | undefined {
  const name = basename(path)
  return formats.find(format => name.startsWith(format) && name.endsWith('.jsonl'))
}

/** Compares every row of a file of a known format. */
export async function compareFile(path: string): Promise<FileComparison> {
  const format = formatOf(path) ?? ''
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  const different: Difference[] = []
  for (const line of lines) {
    const row = JSON.parse(line) as never
    const comparison = await orFailure(async () => (await comparatorsOf(format))[format](row))
    const { id } = row as { id: string }
    if (!isDeepStrictEqual(comparison.got, comparison.expected)) different.push({ id, ...comparison })
  }
  return { rows: lines.length, different }
}

/** Loaded on demand, so that a module that fails to load affects only its own files. */
async function comparatorsOf(format: string): Promise<Comparators> {
  const { rows } = (await import(modules[format])) as { rows: Comparators }
  return rows
}

/** An unexpected error also counts as a difference. */
async function orFailure(compare: () => Promise<Comparison>): Promise<Comparison> {
  try {
    return await compare()
  } catch (error) {
    return { expected: 'no failure', got: error instanceof Error ? error.stack : String(error) }
  }
}
