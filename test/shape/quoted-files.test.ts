/** Code files named in comments and pages exist. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { readSource, root } from './sources.ts'

const paths = globSync('{src,kernels,test,bench,build,examples}/**/*.ts', { cwd: root }).map(
  path => `/${path}\n`,
)
const comments = /(?:^|\s)\/\/ .*$|^\s*\/?\*.*$/gm
const quotations = /`[^`\n]+`/g

function namesIn(file: string): string[] {
  const parts = readSource(file).match(file.endsWith('.md') ? quotations : comments) ?? []
  return parts.flatMap(part => part.match(/[\w/*<>.-]+\.ts\b/g) ?? [])
}

/** `write-*.ts` stands for any such file; `<name>.ts` and `x.test.ts` are placeholders. */
function isThere(name: string): boolean {
  const pattern = new RegExp(`/${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}\n`)
  return /<|^x\./.test(name) || paths.some(path => pattern.test(path))
}

test('code files named in comments and pages exist', () => {
  const files = globSync(['{src,kernels,build}/**/*.ts', '*.md', 'docs/**/*.md'], { cwd: root })
  const named = files.flatMap(file => namesIn(file).map(name => ({ file, name })))
  assert(named.length > 200, 'the check sees names')
  const missing = named.filter(({ name }) => !isThere(name))
  assert.deepEqual(missing, [])
})
