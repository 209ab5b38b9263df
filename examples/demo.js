/**
 * Demo: the main job on the sample, then one of its decisions explained. `npm run demo`; a second, no network.
 *
 * It runs the command as you would, shows each command line before its output, and leaves nothing behind.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'nearsame-demo-'))
process.on('exit', () => rmSync(folder, { recursive: true }))
const sample = 'examples/sample/docs.jsonl'
/** Two manual pages: "at" for Linux, and "at" for all systems. */
const [kept, removed] = [68895, 73218]

/** Shows a command line and runs it; `KEPT` and `REMOVED` stand for temporary files. */
function nearsame(words) {
  console.log(`$ npx nearsame ${words}\n`)
  const files = { KEPT: join(folder, 'kept.jsonl'), REMOVED: join(folder, 'removed.jsonl') }
  const args = words.split(' ').map(word => files[word] ?? word)
  const { status } = spawnSync(process.execPath, [join(root, 'bin/nearsame.js'), ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  return files
}

console.log('951 pages of documentation, many of them translated, copied or reworked.\n')
const files = nearsame(`dedupe ${sample} -o KEPT --removed REMOVED`)

console.log('\nREMOVED has a line for every record that is not in KEPT. One of them:\n')
const lines = readFileSync(files.REMOVED, 'utf8').split('\n')
console.log(`  ${lines.find(line => line.startsWith(`{"id":${removed},`))}\n`)
console.log('Why? Words only in A are shown as [-…-], words only in B as {+…+}.\n')
nearsame(`explain ${sample} --ids ${kept},${removed}`)

console.log(`
Next:
  npx nearsame dedupe FILE -o KEPT --plan             what would be done with your file
  npx nearsame dedupe FILE -o KEPT --threshold 0.9    remove only closer copies
  npx nearsame pairs FILE -o PAIRS                    every match with its measure
  npx nearsame match A --against B -o PAIRS           which records of A have a twin in B
  npx nearsame COMMAND --help                         all options
  README.md                                           the same in a program`)
