/**
 * Errors are one table: the registry, the page of errors, the code that throws them and the tests that provoke them
 * have the same codes, and the examples on the page have the words of the code.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as ast from 'typescript/unstable/ast'
import { registry } from '../../src/ground/errors/registry.ts'
import { openProgram, root, sourceFiles, walk } from '../shape/sources.ts'

const codes = Object.keys(registry).sort()
const program = openProgram()

const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map(section => [section.slice(0, section.indexOf('\n')).trim(), section]),
)

test('the headings of the page are the codes of the registry', () => {
  assert.deepEqual([...sections.keys()].sort(), codes)
})

test('every section has exit code, HTTP status, an example of the message and a remedy', () => {
  for (const [code, { exit, http }] of Object.entries(registry)) {
    const section = sections.get(code) ?? ''
    assert(section.includes(`Exit ${exit}, HTTP ${http}.`), `${code}: statuses`)
    assert(section.includes(`\n    ${code}: expected `), `${code}: example`)
    assert(/To fix: [^\n]+\.\n/.test(section), `${code}: the fix in the example`)
    assert(section.includes('\nWhat to do: '), `${code}: what to do`)
  }
})

/** The texts that a piece of code can write: its words, split where a value is inserted. */
function writtenBy(node: ast.Node): string[] {
  if (ast.isStringLiteral(node) || ast.isNoSubstitutionTemplateLiteral(node)) return [node.text]
  if (ast.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  }
  if (ast.isBinaryExpression(node) && node.operatorToken.kind === ast.SyntaxKind.PlusToken) {
    const [left, right] = [writtenBy(node.left), writtenBy(node.right)]
    return [...left.slice(0, -1), `${left.at(-1)}${right[0]}`, ...right.slice(1)]
  }
  return ['', '']
}

test('src has the expectations and fixes of the examples', () => {
  const written = new Map<string, string[]>()
  for (const file of sourceFiles()) {
    walk(program.tree(file), node => {
      const words = writtenBy(node)
      written.set(words.map(RegExp.escape).join('.*'), words)
    })
  }
  // Texts that are more than four fifths values could match anything.
  const isWritten = (example: string) =>
    [...written].some(
      ([pattern, words]) =>
        words.join('').length >= example.length / 5 && new RegExp(`^${pattern}$`).test(example),
    )
  const stale = [...sections.values()].flatMap(section => {
    const [, expected, fix] = /: expected (.+?), got .+\. To fix: (.+)\.$/m.exec(section) ?? []
    return [expected, fix].filter(example => !isWritten(example))
  })
  assert.deepEqual(stale, [])
})

test('every code is used in src', () => {
  const sources = sourceFiles()
    .filter(file => file !== 'src/ground/errors/registry.ts')
    .map(file => program.tree(file).text)
    .join('\n')
  assert.deepEqual(
    codes.filter(code => !sources.includes(`'${code}'`)),
    [],
  )
})

test('a test provokes every code', () => {
  const tests = globSync(['src/**/*.test.ts', 'test/**/*.ts'], { cwd: root })
    .filter(file => file !== 'test/docs/errors.test.ts')
    .map(file => readFileSync(join(root, file), 'utf8').replace(/^ *(\/\/|\/?\*).*$/gm, ''))
    .join('\n')
  const unprovoked = Object.entries(registry).filter(([code, { exit, http }]) => {
    const property = `"?code"?: ?['"]${code}['"]`
    const message = `(['"\`/^]|nearsame: )${code}: (expected |\\.\\*)`
    const status = `\\b${exit}, '${code}'|'${code}', ${http}\\b`
    return !new RegExp(`${property}|${message}|${status}`).test(tests)
  })
  assert.deepEqual(unprovoked, [])
})
