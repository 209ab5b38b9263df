/**
 * Commands of the pages run: every line `$ …` of a `console` block prints what the block shows below it; one that is not
 * `npx nearsame …` is a line of the shell. A line `...` stands for omitted lines. Commands outside `console` blocks are
 * not run.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { Workshop } from '../cli/command.ts'

const root = resolve(import.meta.dirname, '../..')
const shop = new Workshop()
symlinkSync(join(root, 'examples'), join(shop.path, 'examples'))

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const blocksOf = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(found => found[1])

/** Masks seconds, speed and memory, which differ between runs and machines. */
function withoutFigures(text: string): string {
  return text.replace(/^ {2}\S+ \S+, \S+ \S*B\/s, peak memory \S+ \S*B$/m, '  TIME, SPEED, MEMORY')
}

function patternOf(shown: string): RegExp {
  const lines = shown.match(/.*\n/g) ?? []
  const parts = lines.map(line => (line.trim() === '...' ? '(?:.*\\n)*?' : RegExp.escape(line)))
  return new RegExp(`^${parts.join('')}$`)
}

async function printedBy(args: readonly string[]): Promise<string> {
  const { status, out, err } = await shop.run(...args)
  assert.equal(status, 0, err)
  return out + err
}

for (const page of ['README.md', ...globSync('docs/**/*.md', { cwd: root }).sort()]) {
  for (const block of blocksOf(readFileSync(join(root, page), 'utf8'), 'console')) {
    for (const command of block.split(/^\$ /m).slice(1)) {
      const [line, ...shown] = command.split('\n')
      test(`${page}: ${line}`, async () => {
        const [npx, name, ...args] = line.split(' ')
        const isOurs = npx === 'npx' && name === 'nearsame'
        const printed = isOurs
          ? await printedBy(args)
          : execFileSync('sh', ['-c', line], { encoding: 'utf8' })
        assert.match(withoutFigures(printed), patternOf(withoutFigures(shown.join('\n'))))
      })
    }
  }
}

test('the commands of the README write its example of a removed record', () => {
  const [record] = blocksOf(readme, 'json').map(block => JSON.stringify(JSON.parse(block)))
  assert(shop.read('removed.jsonl').split('\n').includes(record), record)
})
