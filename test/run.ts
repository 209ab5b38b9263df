/**
 * Runs the tests with the Node that runs this file: all of them, or those whose path begins with an
 * argument (`node test/run.ts src/options test/shape`). Skipped tests are named after the closing lines.
 */
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

const root = resolve(import.meta.dirname, '..')
const wanted = process.argv.slice(2).map(path => path.replace(/^\.\//, ''))
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/*.test.ts', 'kernels/*.test.ts'], {
  cwd: root,
})
  .filter(file => wanted.length === 0 || wanted.some(path => file.startsWith(path)))
  .sort()
if (files.length === 0) {
  process.stderr.write(`no test file begins with ${wanted.join(' or ')}\n`)
  process.exit(2)
}

const skipped: string[] = []
const stream = run({ cwd: root, files: files.map(file => resolve(root, file)), concurrency: true })
stream.on('test:fail', ({ todo }) => {
  if (todo === undefined) process.exitCode = 1
})
stream.on('test:pass', ({ skip, name, file }) => {
  if (skip !== undefined) skipped.push(`  ${name} (${file}): ${skip === true ? 'no reason given' : skip}\n`)
})
const report = stream.compose(new spec())
report.on('end', () => {
  if (skipped.length > 0) process.stdout.write(`skipped:\n${skipped.join('')}`)
})
report.pipe(process.stdout)
