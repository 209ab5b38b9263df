/**
 * Groups of test files: those of a wing or suite share a process. Starting a process takes longer than most files run,
 * because it reads the sources again and compiles what they run often. But a process has only one environment, set of
 * children and clock under load. A file that changes or times any of these gets its own process, and so does every file
 * of the suites about services and faults. A file may change the working directory: one runs after the other.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Suites whose files take minutes, much of them spent waiting for other programs. */
const slowSuites = ['test/runtimes', 'test/solr', 'test/databases']

/** The suite with the most files, each of a few seconds: started last, in processes of few files. */
const quickSuite = 'test/cli'

const filesOfProcess = 8

/** Suites in which every file has its own process. */
const suitesOfProcesses = [...slowSuites, 'test/faults']

/** Words that give any other file its own process, because it changes or times it. */
const ofProcess =
  /\bprocess\.(?!env\.\w+\b(?! =[^=])|execPath\b|cwd\b)|\bglobalThis\.|\bmock\.|\bperformance\.now\b|\bspawn\b/

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
  const isAlone = (file: string) => {
    if (suitesOfProcesses.includes(suiteOf(file))) return true
    const source = readFileSync(join(root, file), 'utf8')
    // A process keeps its client of objects, and so the address of the first server.
    return ofProcess.test(source) || source.includes('objectServerForTests')
  }
  const bySuite = Map.groupBy(files, file => (isAlone(file) ? file : suiteOf(file)))
  const groups = Array.from(bySuite.values(), files => ({ suite: suiteOf(files[0]), files })).flatMap(
    divided,
  )
  const place = ({ suite, files }: Group) => {
    if (slowSuites.includes(suite)) return 0
    if (suite === quickSuite) return 3
    return files.length > 1 ? 1 : 2
  }
  return groups.sort((a, b) => place(a) - place(b) || b.files.length - a.files.length)
}

/** The suite with the most files in groups of the same size. */
function divided({ suite, files }: Group): Group[] {
  if (suite !== quickSuite) return [{ suite, files }]
  const count = Math.ceil(files.length / filesOfProcess)
  return Array.from({ length: count }, (_, at) => ({
    suite,
    files: files.slice((at * files.length) / count, ((at + 1) * files.length) / count),
  }))
}
