/**
 * Which test files share a process: those of a wing or a suite. Starting a process takes longer than most files run,
 * because it reads the sources again. But what a process has only once (its directory, its environment, its children,
 * its clock under load) belongs to one file at a time, so a file that names any of it has a process of its own, and so
 * has every file of a suite that is about servers, faults and commands.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Suites in which every file has a process of its own, those that take longest first. */
const suitesOfProcesses = [
  'test/solr',
  'test/databases',
  'test/server',
  'test/runtimes',
  'test/faults',
  'test/cli',
]

/** What other files with a process of their own have in their text. `Workshop` changes the directory. */
const ofProcess =
  /\bprocess\.|\bglobalThis\.|\bmock\.|\bperformance\.now\b|\bnew Workshop\b|'node:child_process'/

export interface Group {
  /** A wing such as `src/engine`, or a suite such as `test/cli`. */
  readonly suite: string
  /** Paths relative to the root. */
  readonly files: readonly string[]
}

/** `src/engine/batch/star/star.test.ts` belongs to `src/engine`. */
function suiteOf(file: string): string {
  return file.split('/').slice(0, 2).join('/')
}

/** The files in groups, in the order in which to start them: long and single ones first, so that all end together. */
export function groupsOf(root: string, files: readonly string[]): Group[] {
  const isAlone = (file: string) =>
    suitesOfProcesses.includes(suiteOf(file)) || ofProcess.test(readFileSync(join(root, file), 'utf8'))
  const byProcess = Map.groupBy(files, file => (isAlone(file) ? file : suiteOf(file)))
  const groups = Array.from(byProcess.values(), files => ({ suite: suiteOf(files[0]), files }))
  const place = ({ suite, files }: Group) =>
    suitesOfProcesses.includes(suite)
      ? suitesOfProcesses.indexOf(suite)
      : suitesOfProcesses.length + (files.length === 1 ? 0 : 1)
  return groups.sort((a, b) => place(a) - place(b) || b.files.length - a.files.length)
}
