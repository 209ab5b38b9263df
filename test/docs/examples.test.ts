/**
 * Examples run: every `@example expression // => value` of a source file, and every fenced `ts` block of the README and
 * the pages, in which `expression // => value` at the end of a line is checked, too. A block contains its own `await`,
 * because readers copy it.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { builtPackage } from '../runtimes/build.ts'
import { root, tsBlocks } from './ts-blocks.ts'

interface Example {
  readonly expression: string
  readonly value: string
}

function examplesOf(file: string): Example[] {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(/@example (.+?) \/\/ => (.+?)\s*(?:\*\/)?$/gm)].map(found => ({
    expression: found[1],
    value: found[2],
  }))
}

/** Names for examples: the exports of the file and of the files that it imports. */
async function namesIn(file: string): Promise<Record<string, unknown>> {
  const source = readFileSync(join(root, file), 'utf8')
  const imported = [...source.matchAll(/^(?:import|\}) [^\n]*?from '(\.[^']+)'/gm)].map(found => found[1])
  const paths = [...imported.map(specifier => join(root, dirname(file), specifier)), join(root, file)]
  const modules = await Promise.all(paths.map(path => import(pathToFileURL(path).href)))
  return Object.assign({}, ...modules)
}

const sources = globSync('src/**/*.ts', { cwd: root }).filter(file => !file.endsWith('.test.ts'))

for (const file of sources.sort()) {
  const examples = examplesOf(file)
  if (examples.length === 0) continue
  test(`the examples of ${file} give their values`, async () => {
    const names = await namesIn(file)
    const resultOf = (code: string) =>
      new Function(...Object.keys(names), `return (${code})`)(...Object.values(names))
    for (const { expression, value } of examples) {
      assert.deepEqual(await resultOf(expression), resultOf(value), `${expression} // => ${value}`)
    }
  })
}

test('every @example has a value', () => {
  const without = sources.filter(file => {
    const lines = readFileSync(join(root, file), 'utf8').match(/@example .+/g) ?? []
    return lines.length !== examplesOf(file).length
  })
  assert.deepEqual(without, [])
})

/** A block as a program that asserts the values in its comments. */
function programOf(block: string): string {
  const lines = block.split('\n').map(line => {
    const found = /^(\s*)(.+?)\s*\/\/ => (.+)$/.exec(line)
    if (!found) return line
    const [, indent, code, value] = found
    const declared = /^(?:const|let) (\w+)/.exec(code)
    const got = declared ? declared[1] : code.replace(/;$/, '')
    return `${indent}${declared ? `${code};` : ''}assert.deepEqual(${got}, ${value})`
  })
  return `import assert from 'node:assert/strict'\n${lines.join('\n')}\n`
}

/** The folder of the programs, in which the package is installed. */
const programs = temporaryFolder()
mkdirSync(join(programs, 'node_modules'))
symlinkSync(join(builtPackage(), '..'), join(programs, 'node_modules/nearsame'))

for (const { page, line, index, code } of tsBlocks()) {
  test(`block ${index} of ${page} (line ${line}) runs`, () => {
    const directory = mkdtempSync(join(programs, 'block-'))
    writeFileSync(join(directory, 'example.ts'), programOf(code))
    writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
    execFileSync(process.execPath, ['example.ts'], { cwd: directory, stdio: 'pipe' })
  })
}
