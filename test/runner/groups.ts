/**
 * Groups of test files: those of a wing or suite share a process. Starting a process takes longer than most files run,
 * because it reads the sources again. But a process has only one working directory, environment, set of children and
 * clock under load. A file that changes or times any of these gets its own process, and so does every file of the suites
 * about servers, faults and commands.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Suites whose files take minutes, much of them spent waiting for other programs. */
const slowSuites = ['test/runtimes', 'test/solr', 'test/databases']

/** The suite with the most files, each of a few seconds. */
const quickSuite = 'test/cli'

/** Suites in which every file has its own process. */
const suitesOfProcesses = [...slowSuites, 'test/server', 'test/faults', quickSuite]

/** Words that give any other file its own process, because it changes or times it. `Workshop` changes the directory. */
const ofProcess =
  /\bprocess\.(?!env\.\w+\b(?! =[^=])|execPath\b)|\bglobalThis\.|\bmock\.|\bperformance\.now\b|\bnew Workshop\b|\bspawn\b/

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

/** The groups in starting order: the longest first, and many short ones last, so that no processor waits at the end. */
export function groupsOf(root: string, files: readonly string[]): Group[] {
  const isAlone = (file: string) =>
    suitesOfProcesses.includes(suiteOf(file)) || ofProcess.test(readFileSync(join(root, file), 'utf8'))
  const byProcess = Map.groupBy(files, file => (isAlone(file) ? file : suiteOf(file)))
  const groups = Array.from(byProcess.values(), files => ({ suite: suiteOf(files[0]), files }))
  const place = ({ suite, files }: Group) => {
    if (slowSuites.includes(suite)) return 0
    if (files.length > 1) return 1
    return suite === quickSuite ? 3 : 2
  }
  return groups.sort((a, b) => place(a) - place(b) || b.files.length - a.files.length)
}
