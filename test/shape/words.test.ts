/** The library names options as its callers write them; only the command line names flags. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as ast from 'typescript/unstable/ast'
import { openProgram, sourceFiles, walk } from './sources.ts'

const program = openProgram()

test('no text outside the command line names an option by its flag', () => {
  const found: string[] = []
  for (const file of sourceFiles().filter(path => !/^src\/cli\//.test(path))) {
    walk(program.tree(file), node => {
      const isText = ast.isStringLiteral(node) || ast.isTemplateLiteralToken(node)
      if (isText && /`--[a-z]/.test(node.text)) found.push(`${file}: ${node.text}`)
    })
  }
  assert.deepEqual(found, [])
})
