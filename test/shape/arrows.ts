/**
 * Arrows: counts which folder imports which, types included. `npm run shape` prints the wings, then their folders:
 *
 *     floor 4  engine   79 files  7,001 lines   > ground 48, texts 56, methods 14
 *
 *     floor 4  engine: 79 files, 7,001 lines
 *       batch           12 files, 1,093 lines   > cluster 17, ground/ 6
 */
import { dirname } from 'node:path'
import { localImports, openProgram, readSource, sourceFiles, wingOf, wings } from './sources.ts'

export interface Import {
  readonly file: string
  readonly target: string
}

export function importsOf(files: readonly string[], program = openProgram()): Import[] {
  return files.flatMap(file => localImports(file, program.tree(file)).map(target => ({ file, target })))
}

/** Every folder with one of the files, and its parents up to the wing. */
export function foldersOf(files: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const file of files) {
    for (let folder = dirname(file); folder !== 'src' && folder !== '.'; folder = dirname(folder))
      folders.add(folder)
  }
  return [...folders].sort()
}

/**
 * Pairs of folders of a wing that import each other, each with everything below it. If one contains the other, only the
 * outer one's own files count.
 */
export function bothWays(imports: readonly Import[], folders: readonly string[]): string[] {
  const isBelow = (path: string, folder: string) => path.startsWith(`${folder}/`)
  const found: string[] = []
  for (const [i, a] of folders.entries()) {
    const inA = (file: string, b: string) => (isBelow(b, a) ? dirname(file) === a : isBelow(file, a))
    for (const b of folders.slice(i + 1).filter(other => wingOf(other) === wingOf(a))) {
      const there = imports.filter(({ file, target }) => inA(file, b) && isBelow(target, b))
      const back = imports.filter(({ file, target }) => isBelow(file, b) && inA(target, b))
      if (there.length > 0 && back.length > 0)
        found.push(`${a} > ${b} ${there.length}, back ${back.length}`)
    }
  }
  return found
}

/** The wings and the wings that each imports, as in ARCHITECTURE.md: nothing that changes with every commit. */
export function arrowsOfWings(imports: readonly Import[]): string {
  const rows = wings.map(({ name, floor }) => {
    const below = wings.filter(other => other.name !== name && arrowsBetween(name, other.name, imports) > 0)
    const targets = below.length === 0 ? '' : `  > ${below.map(other => other.name).join(', ')}`
    return `floor ${floor}  ${`${name.padEnd(8)}${targets}`.trimEnd()}\n`
  })
  return rows.join('')
}

/** The wings alone, one line each with counts of their imports. */
function pictureOfWings(files: readonly string[], imports: readonly Import[]): string {
  return wings.map(({ name, floor }) => `floor ${floor}  ${wingRow(name, files, imports)}\n`).join('')
}

function wingRow(name: string, files: readonly string[], imports: readonly Import[]): string {
  const own = files.filter(file => wingOf(file) === name)
  const arrows = wings
    .filter(other => other.name !== name)
    .map(other => ({ to: other.name, count: arrowsBetween(name, other.name, imports) }))
    .filter(({ count }) => count > 0)
    .map(({ to, count }) => `${to} ${count}`)
  const size = `${String(own.length).padStart(4)} files ${linesOf(own).padStart(7)} lines`
  return `${name.padEnd(8)}${size}${arrows.length > 0 ? `   > ${arrows.join(', ')}` : ''}`
}

function arrowsBetween(from: string, to: string, imports: readonly Import[]): number {
  return imports.filter(({ file, target }) => wingOf(file) === from && wingOf(target) === to).length
}

/** The whole picture: the wings, then the folders of each wing with counts of their imports. */
export function picture(files: readonly string[], imports: readonly Import[]): string {
  const lines = wings.flatMap(({ name, floor }) => {
    const own = files.filter(file => wingOf(file) === name)
    const folders = foldersOf(own).map(folder => rowOf(folder, own, imports))
    return [`floor ${floor}  ${name}: ${sizeOf(own)}`, ...folders, '']
  })
  const all = `${sizeOf(files)} in ${wings.length} wings`
  return `${pictureOfWings(files, imports)}\n${lines.join('\n')}${all}\n`
}

function rowOf(folder: string, files: readonly string[], imports: readonly Import[]): string {
  const own = files.filter(file => dirname(file) === folder)
  const label =
    folder === `src/${wingOf(own[0] ?? `${folder}/`)}` ? '.' : folder.split('/').slice(2).join('/')
  const counts = new Map<string, number>()
  for (const { file, target } of imports) {
    if (dirname(file) !== folder || dirname(target) === folder) continue
    const isNear = wingOf(target) === wingOf(file)
    const to = isNear ? dirname(target).split('/').slice(2).join('/') || '.' : `${wingOf(target)}/`
    counts.set(to, (counts.get(to) ?? 0) + 1)
  }
  const arrows = [...counts].sort().map(([to, count]) => `${to} ${count}`)
  return `  ${label.padEnd(26)} ${sizeOf(own).padStart(24)}${arrows.length > 0 ? `   > ${arrows.join(', ')}` : ''}`
}

function sizeOf(files: readonly string[]): string {
  return `${files.length} files, ${linesOf(files)} lines`
}

function linesOf(files: readonly string[]): string {
  return files.reduce((sum, file) => sum + readSource(file).split('\n').length - 1, 0).toLocaleString('en')
}

if (import.meta.main) {
  const files = sourceFiles()
  process.stdout.write(picture(files, importsOf(files)))
}
