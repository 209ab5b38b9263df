/** A server process, with requests beside the load: collections, figures, memory. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const entry = new URL('server-process.ts', import.meta.url).pathname

/** Documents per durable commit. */
export interface Commits {
  readonly commits: number
  readonly documents: number
}

export class RunningServer {
  readonly url: string
  readonly processId: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, url: string) {
    this.#child = child
    this.url = url
    this.processId = child.pid ?? -1
  }

  /** @param nodeOptions such as `--cpu-prof` */
  static async start(data: string, nodeOptions: readonly string[] = []): Promise<RunningServer> {
    const child = spawn(process.execPath, [...nodeOptions, entry, data], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const lines = createInterface({ input: child.stdout })
    const ended = once(child, 'exit').then(([status]) => {
      throw new Error(`the server ended with status ${status}`)
    })
    ended.catch(() => {})
    const [url] = (await Promise.race([once(lines, 'line'), ended])) as [string]
    return new RunningServer(child, url)
  }

  async create(collection: string, options: object = {}): Promise<void> {
    await this.#asked('PUT', `/v1/collections/${collection}`, options)
  }

  async documents(collection: string): Promise<number> {
    const shown = await this.#asked('GET', `/v1/collections/${collection}`)
    return (JSON.parse(shown) as { documents: number }).documents
  }

  async commits(): Promise<Commits> {
    const text = await this.#asked('GET', '/metrics')
    const of = (name: string): number =>
      Number(new RegExp(`^${name} (.*)$`, 'mu').exec(text)?.[1] ?? Number.NaN)
    return {
      commits: of('nearsame_commit_documents_count'),
      documents: of('nearsame_commit_documents_sum'),
    }
  }

  async residentBytes(): Promise<number> {
    const text = await this.#asked('GET', '/metrics')
    return Number(/^nearsame_process_resident_bytes (.*)$/mu.exec(text)?.[1])
  }

  async stop(): Promise<void> {
    const { exitCode } = this.#child
    this.#child.stdin?.end()
    if (exitCode === null) await once(this.#child, 'exit')
  }

  async #asked(method: string, path: string, body?: object): Promise<string> {
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const answer = await fetch(this.url + path, { method, ...sent })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`)
    return text
  }
}
