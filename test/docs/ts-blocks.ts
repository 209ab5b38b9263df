/** The fenced `ts` blocks of the README and the pages of `docs/`. */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export interface TsBlock {
  readonly page: string
  /** The line in the page where the block begins. */
  readonly line: number
  /** Its number in the page, from 1. */
  readonly index: number
  readonly code: string
}

export function tsBlocks(): TsBlock[] {
  const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].sort()
  return pages.flatMap(page => {
    const text = readFileSync(join(root, page), 'utf8')
    return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map((found, i) => ({
      page,
      line: text.slice(0, found.index).split('\n').length,
      index: i + 1,
      code: found[1],
    }))
  })
}
