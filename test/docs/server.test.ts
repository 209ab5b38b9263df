/** The pages about the server are complete: each threat has its test, each limit its line, each metric its row. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { serverLimits } from '../../src/server/rules/server-limits.ts'
import { Metrics } from '../../src/server/state/metrics.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const reference = read('docs/reference/server.md')

test('every threat of docs/security.md names an existing test', () => {
  const [, table] = read('docs/security.md').split('\n## Threats\n')
  const rows = table
    .split('\n## ')[0]
    .split('\n')
    .filter(line => line.startsWith('| '))
    .slice(2)
  assert(rows.length > 20)
  for (const row of rows) {
    const found = /\| `(test\/[\w/.-]+)`: (.+) \|$/.exec(row)
    assert(found, row)
    const [, file, name] = found
    // Names in templates end with a part that differs.
    assert(
      read(file).includes(`test('${name}'`) || read(file).includes(`test(\`${name} `),
      `${file}: ${name}`,
    )
  }
})

test('the reference has every limit with its default', () => {
  for (const [name, option] of Object.entries(serverLimits)) {
    const row = reference.split('\n').find(line => line.startsWith(`| \`${name}\` `)) ?? ''
    const [, , value, what] = row.split('|').map(cell => cell.trim())
    assert.deepEqual([name, value.replaceAll(',', ''), what], [name, option.defaultText, option.doc])
  }
})

test('the reference has exactly the metrics of the server', async () => {
  const metrics = new Metrics(async () => [])
  const text = await metrics.text()
  metrics.close()
  const named = [...reference.matchAll(/^\| `(nearsame_\w+)` /gm)].map(([, name]) => name)
  const real = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name)
  assert.deepEqual(named.sort(), real.sort())
})
