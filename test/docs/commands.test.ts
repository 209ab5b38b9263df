/**
 * Commands of the pages run, those of each page in an empty directory: every line `$ …` of a `console` block prints what
 * the block shows below it. A line `...` stands for omitted lines. Commands outside `console` blocks are not run.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { installCommand, Workshop } from '../cli/command.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')
const shop = new Workshop()
const bin = temporaryFolder()
installCommand(bin)

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

/** Lines of nothing but the command run in this process, which is fast, others in a shell. */
async function printedBy(line: string): Promise<string> {
  const [name, ...args] = line.split(' ')
  if (name === 'nearsame' && !/[|<>;&'"]/.test(line)) {
    const { status, out, err } = await shop.run(...args)
    assert.equal(status, 0, err)
    return out + err
  }
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
  const { status, stdout } = spawnSync('sh', ['-c', `exec 2>&1\n${line}`], { encoding: 'utf8', env })
  assert.equal(status, 0, stdout)
  return stdout
}

for (const page of ['README.md', ...globSync('docs/**/*.md', { cwd: root }).sort()]) {
  const text = readFileSync(join(root, page), 'utf8')
  const commands = blocksOf(text, 'console').flatMap(block => block.split(/^\$ /m).slice(1))
  for (const [at, command] of commands.entries()) {
    const [line, ...shown] = command.split('\n')
    test(`${page}: ${line}`, async () => {
      const directory = join(shop.path, page)
      if (at === 0) mkdirSync(directory, { recursive: true })
      process.chdir(directory)
      const printed = await printedBy(line)
      assert.match(withoutFigures(printed), patternOf(withoutFigures(shown.join('\n'))))
    })
  }
}

test('the commands of a page write the removed records that it shows', () => {
  for (const page of ['README.md', 'docs/start/file.md']) {
    const [record] = blocksOf(readFileSync(join(root, page), 'utf8'), 'json').map(block =>
      JSON.stringify(JSON.parse(block)),
    )
    const written = readFileSync(join(shop.path, page, 'removed.jsonl'), 'utf8').split('\n')
    assert(written.includes(record), `${page}: ${record}`)
  }
})
