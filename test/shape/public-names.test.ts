/**
 * Public names: a snapshot of all names that the entries of the package export, types included. To change it on
 * purpose: `UPDATE_SNAPSHOTS=1 node --test test/shape/public-names.test.ts`.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as ast from 'typescript/unstable/ast'
import { publicDoors } from '../runtimes/build.ts'
import { openProgram, type Program } from './sources.ts'

const snapshot = join(import.meta.dirname, 'public-names.json')
const entries = publicDoors().map(({ source }) => source)

const declaration = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/

/** Names in alphabetical order; `export * from './index.ts'` counts as the one name `*`. */
function exportedNames(file: string, program: Program): string[] {
  const names: string[] = []
  for (const statement of program.tree(file).statements) {
    if (ast.isExportDeclaration(statement)) {
      const { exportClause } = statement
      if (exportClause === undefined) names.push('*')
      else if (ast.isNamedExports(exportClause)) {
        names.push(...exportClause.elements.map(element => element.name.text))
      }
    } else {
      const [, name] = declaration.exec(statement.getText(program.tree(file))) ?? []
      if (name !== undefined) names.push(`declared here: ${name}`)
    }
  }
  return names.sort()
}

const program = openProgram()
const names: Record<string, string[]> = Object.fromEntries(
  entries.map(file => [file, exportedNames(file, program)]),
)

test('the public names are those of the snapshot', () => {
  if (process.env.UPDATE_SNAPSHOTS) writeFileSync(snapshot, `${JSON.stringify(names, null, 2)}\n`)
  assert.deepEqual(names, JSON.parse(readFileSync(snapshot, 'utf8')))
})

test('index.ts exports at most 62 names, spells each one out and declares none', () => {
  const index = names['src/doors/index.ts'] ?? []
  assert(index.length <= 62, `${index.length} names`)
  assert(!index.some(name => name === '*' || name.startsWith('declared here')), index.join())
})
