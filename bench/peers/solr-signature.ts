/**
 * Solr's own signature classes, and Lucene's MinHash, in a Java process that keeps the texts in memory and runs a pass
 * on request.
 *
 * Maven builds it once, under bench/out; needs Java 17 and mvn.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Context } from '../definition.ts'

/** Class names of the Java program. */
export type SolrClass = 'profile' | 'md5' | 'lookup3' | 'lucene'

const project = new URL('solr-signature/', import.meta.url).pathname

/** The class path, built if necessary; without Java or Maven, prints so and returns undefined. */
function classPath(context: Context): string | undefined {
  const folder = join(context.out, 'solr-signature')
  const list = join(folder, 'class-path.txt')
  if (!existsSync(list)) {
    const goals = ['compile', 'dependency:build-classpath', `-Dmdep.outputFile=${list}`]
    const options = ['-B', '-q', '-f', join(project, 'pom.xml'), `-DbuildDir=${folder}`]
    const { status, error } = spawnSync('mvn', [...options, ...goals], { stdio: 'inherit' })
    if (status !== 0) {
      context.say(`no Solr here: mvn ended with ${error?.message ?? `status ${status}`}; it is skipped`)
      return undefined
    }
  }
  return `${join(folder, 'classes')}:${readFileSync(list, 'utf8').trim()}`
}

export class SolrPeer {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>

  private constructor(child: ChildProcess) {
    this.#child = child
    if (child.stdout === null) throw new Error('expected a pipe from Java')
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  }

  /** @param texts file in the format of `SignatureBench.java` */
  static async start(context: Context, texts: string): Promise<SolrPeer | undefined> {
    const path = classPath(context)
    if (path === undefined) return undefined
    const heap = ['-Xms2g', '-Xmx4g']
    const child = spawn('java', [...heap, '-cp', path, 'peer.SignatureBench', texts], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const solr = new SolrPeer(child)
    await solr.#answer('ready')
    return solr
  }

  /** Writes the signatures of all texts, one after the other. @returns their bytes */
  async signatures(name: SolrClass, file: string): Promise<Buffer> {
    this.#child.stdin?.write(`write ${name} ${file}\n`)
    await this.#answer('written')
    return readFileSync(file)
  }

  /** @returns CPU seconds of its one thread for all texts */
  async pass(name: SolrClass): Promise<number> {
    this.#child.stdin?.write(`pass ${name}\n`)
    return Number((await this.#answer('pass')).split(' ')[1])
  }

  end(): void {
    this.#child.stdin?.end()
  }

  async #answer(word: string): Promise<string> {
    const { value = '' } = await this.#lines.next()
    if (!value.startsWith(word)) throw new Error(`expected ${word} from Java, got ${value || 'its end'}`)
    return value
  }
}
