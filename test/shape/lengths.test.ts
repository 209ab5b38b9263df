/**
 * Lengths: a file is one idea and a function one stage; more than five parameters belong into an object; a folder of
 * more than 25 files holds two ideas; a file of a few lines with one importer belongs into that.
 */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import * as ast from 'typescript/unstable/ast'
import { localImports, openProgram, readSource, root, sourceFiles, walk } from './sources.ts'

const limits = {
  folder: 25,
  file: 300,
  smallFile: 20,
  fileOfFormats: 450,
  function: 60,
  parameters: 5,
  parametersOfKernels: 7,
  line: 120,
}

/** Maximum number of lines. */
const shortPages = { 'README.md': 120, 'ARCHITECTURE.md': 160, 'HACKING.md': 240 }

/** Formats and kernels follow external definitions that are long. */
function mayBeLong(file: string): boolean {
  return /^(src\/files\/formats|src\/texts\/kernels|kernels\/assembly)\//.test(file)
}

interface FunctionShape {
  readonly at: string
  readonly lines: number
  readonly parameters: number
}

function functionsOf(file: string, tree: ast.SourceFile): FunctionShape[] {
  const starts = lineStarts(tree.text)
  const found: FunctionShape[] = []
  walk(tree, node => {
    const isFunction =
      ast.isFunctionDeclaration(node) ||
      ast.isFunctionExpression(node) ||
      ast.isArrowFunction(node) ||
      ast.isMethodDeclaration(node) ||
      ast.isConstructorDeclaration(node)
    if (!isFunction) return
    const first = lineOf(node.getStart(tree), starts)
    const lines = lineOf(node.end, starts) - first + 1
    found.push({ at: `${file}:${first}`, lines, parameters: node.parameters.length })
  })
  return found
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The line of an offset, from 1. */
function lineOf(offset: number, starts: readonly number[]): number {
  let low = 0
  let high = starts.length
  // starts[low] <= offset < starts[high]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle] <= offset) low = middle
    else high = middle
  }
  return low + 1
}

const program = openProgram()
const trees = sourceFiles().map(file => ({ file, tree: program.tree(file) }))
/** Sources outside of `src/`: kernels, build scripts and examples. */
const others = globSync(['{kernels,build,examples}/**/*.ts'], { cwd: root }).sort()
const texts = [
  ...trees.map(({ file, tree }) => ({ file, text: tree.text })),
  ...others.map(file => ({ file, text: readSource(file) })),
]
const functions = trees.flatMap(({ file, tree }) => functionsOf(file, tree))

test('no file is longer than 300 lines, or 450 for formats and kernels', () => {
  const long = texts
    .map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
    .filter(({ file, lines }) => lines > (mayBeLong(file) ? limits.fileOfFormats : limits.file))
  assert.deepEqual(long, [])
})

test('no file of less than 20 lines has only one importer that has room for it', () => {
  const importers = new Map<string, string[]>()
  for (const { file, tree } of trees)
    for (const target of new Set(localImports(file, tree)))
      importers.set(target, [...(importers.get(target) ?? []), file])
  assert(importers.size > 500, 'the check sees imports')
  const lines = new Map(trees.map(({ file, tree }) => [file, tree.text.trimEnd().split('\n').length]))
  const linesOf = (file: string) => lines.get(file) ?? 0
  const parts = [...lines.keys()]
    .filter(file => linesOf(file) < limits.smallFile && importers.get(file)?.length === 1)
    .map(file => ({ file, by: importers.get(file)?.[0] ?? '' }))
    .filter(({ file, by }) => !by.startsWith('src/doors/') && linesOf(file) + linesOf(by) <= limits.file)
  assert.deepEqual(parts, [])
})

test('the pages that readers start with are short', () => {
  for (const [file, most] of Object.entries(shortPages))
    assert.ok(readSource(file).trimEnd().split('\n').length <= most, `${file} has more than ${most} lines`)
})

test('no folder holds more than 25 source files, those of the WebAssembly kernels included', () => {
  const kernels = others.filter(file => file.startsWith('kernels/assembly/'))
  const counts = new Map<string, number>()
  for (const file of [...sourceFiles(), ...kernels]) {
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  }
  assert(kernels.length > 20, 'the check sees kernels')
  assert.deepEqual(
    [...counts].filter(([, count]) => count > limits.folder),
    [],
  )
})

test('no function is longer than 60 lines', () => {
  assert(functions.length > 100, 'the check sees functions')
  assert.deepEqual(
    functions.filter(({ lines }) => lines > limits.function),
    [],
  )
})

test('no function takes more than 5 parameters, or 7 in kernels', () => {
  const many = functions.filter(({ at, parameters }) => {
    const limit = at.startsWith('src/texts/kernels/') ? limits.parametersOfKernels : limits.parameters
    return parameters > limit
  })
  assert.deepEqual(many, [])
})

test('no line is longer than 120 characters, except in tested examples', () => {
  const isLong = (line: string) => line.length > limits.line && !line.includes('@example')
  const long = texts.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, at) => (isLong(line) ? [`${file}:${at + 1}`] : [])),
  )
  assert.deepEqual(long, [])
})
