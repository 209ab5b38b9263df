/** Example programs print what their opening comment says; they import the package by its name, as a stranger does. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { publicDoors, root } from '../runtimes/build.ts'

const folder = temporaryFolder()

// A package with this name and the sources as entries: an example sees the installed package, but unbuilt.
const installed = join(folder, 'node_modules/nearsame')
mkdirSync(installed, { recursive: true })
cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
symlinkSync(join(root, 'src'), join(installed, 'src'))
const sources = publicDoors().map(({ name, source }) => [name.replace('nearsame', '.'), `./${source}`])
writeFileSync(
  join(installed, 'package.json'),
  JSON.stringify({ name: 'nearsame', type: 'module', exports: Object.fromEntries(sources) }),
)
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')

/** The indented lines after "Prints:" of the opening comment. */
function promised(source: string): string {
  const [comment] = source.split('*/')
  const lines = comment.slice(comment.indexOf('Prints:')).matchAll(/^ \* {5}(.*)$/gm)
  return [...lines].map(([, line]) => `${line}\n`).join('')
}

for (const file of globSync('*.ts', { cwd: join(root, 'examples') }).sort()) {
  test(`examples/${file} prints what it says`, () => {
    const source = readFileSync(join(root, 'examples', file), 'utf8')
    const printed = execFileSync(process.execPath, [join('examples', file)], {
      cwd: folder,
      encoding: 'utf8',
    })
    assert.notEqual(promised(source), '')
    assert.equal(printed, promised(source))
  })
}
