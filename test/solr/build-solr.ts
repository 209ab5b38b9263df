/** The class paths of the servers under test: built by Maven once, then kept. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cachedFolder } from '../ground/cached-folder.ts'
import { outputOf } from '../ground/child-program.ts'

const here = import.meta.dirname
const buildMs = 600_000

/** Compiled Java programs of `java/` and the jars they need, ready for `java -cp`. */
export const solrClassPath = () => classPathOf(here, 'solr')

/** The same for OpenSearch. */
export const openSearchClassPath = () => classPathOf(join(here, 'opensearch'), 'opensearch')

/** @param source a folder with `pom.xml` and `java/` */
async function classPathOf(source: string, name: string): Promise<string> {
  const folder = await cachedFolder(`nearsame-${name}-${hashOf(source)}`, async draft => {
    const goals = ['compile', 'dependency:build-classpath']
    const places = [`-DbuildDir=${draft}`, `-Dmdep.outputFile=${join(draft, 'class-path.txt')}`]
    await outputOf('mvn', ['-B', '-q', '-f', join(source, 'pom.xml'), ...places, ...goals], buildMs)
  })
  const jars = readFileSync(join(folder, 'class-path.txt'), 'utf8').trim()
  return `${join(folder, 'classes')}:${jars}`
}

function hashOf(source: string): string {
  const hash = createHash('sha256')
  for (const file of ['pom.xml', ...globSync('java/**/*.java', { cwd: source }).sort()]) {
    hash.update(file).update(readFileSync(join(source, file)))
  }
  return hash.digest('hex').slice(0, 12)
}
