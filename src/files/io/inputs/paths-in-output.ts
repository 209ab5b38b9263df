/** Paths in an output directory: where the documents that are files go. */
import { join, relative, resolve, sep } from 'node:path'
import type { Input } from './input.ts'

/**
 * Where in the output directory each document that is a file goes: its path relative to the deepest directory
 * that holds all arguments. The paths are distinct and stay below the output directory.
 */
export function pathsInOutput(inputs: readonly Input[]): string[] {
  const full = inputs.map(input => resolve(input.path))
  const roots = inputs.map(({ root }, i) => (root === undefined ? join(full[i], '..') : resolve(root)))
  let root = roots.length === 0 ? '' : roots[0]
  const isBelowRoot = (path: string) =>
    path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
  while (!roots.every(isBelowRoot)) root = join(root, '..')
  return full.map(path => relative(root, path))
}
