/** The class path of the Solr under test: built by Maven once, then kept. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cachedFolder } from './cached-folder.ts'
import { outputOf } from './child-program.ts'

const here = import.meta.dirname
const buildMs = 600_000

/** Compiled Java programs of `java/` and the jars they need, ready for `java -cp`. */
export async function solrClassPath(): Promise<string> {
  const folder = await cachedFolder(`nearsame-solr-${sourceHash()}`, async draft => {
    const goals = ['compile', 'dependency:build-classpath']
    const places = [`-DbuildDir=${draft}`, `-Dmdep.outputFile=${join(draft, 'class-path.txt')}`]
    await outputOf('mvn', ['-B', '-q', '-f', join(here, 'pom.xml'), ...places, ...goals], buildMs)
  })
  const jars = readFileSync(join(folder, 'class-path.txt'), 'utf8').trim()
  return `${join(folder, 'classes')}:${jars}`
}

function sourceHash(): string {
  const hash = createHash('sha256')
  for (const file of ['pom.xml', ...globSync('java/**/*.java', { cwd: here }).sort()]) {
    hash.update(file).update(readFileSync(join(here, file)))
  }
  return hash.digest('hex').slice(0, 12)
}
