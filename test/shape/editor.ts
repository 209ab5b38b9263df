/** Editor: asks the language server of the compiler for the hover of a place in a file, like an editor. */
import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: unknown
  readonly error?: unknown
}

interface Hover {
  readonly contents: { readonly value: string }
}

const headerEnd = '\r\n\r\n'

export class Editor {
  readonly #server
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #unread = Buffer.alloc(0)
  #asked = 0

  /** @param tsc the script of the compiler */
  constructor(tsc: string) {
    this.#server = spawn(process.execPath, [tsc, '--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] })
    this.#server.stdout.on('data', (piece: Buffer) => this.#read(piece))
    this.#server.on('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the language server ended'))
    })
  }

  async open(path: string, text: string): Promise<void> {
    await this.#ask('initialize', {
      processId: null,
      rootUri: null,
      capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
    })
    this.#send({ method: 'initialized', params: {} })
    const textDocument = { uri: pathToFileURL(path).href, languageId: 'typescript', version: 1, text }
    this.#send({ method: 'textDocument/didOpen', params: { textDocument } })
  }

  /** The hover at a place, as Markdown; '' for none. @param line from 0 @param character from 0 */
  async hover(path: string, line: number, character: number): Promise<string> {
    const textDocument = { uri: pathToFileURL(path).href }
    const shown = await this.#ask('textDocument/hover', { textDocument, position: { line, character } })
    return (shown as Hover | null)?.contents.value ?? ''
  }

  close(): void {
    this.#server.kill()
  }

  #ask(method: string, params: object): Promise<unknown> {
    const id = ++this.#asked
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(id, answer)
    this.#send({ id, method, params })
    return answer.promise
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.#server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}${headerEnd}${body}`)
  }

  #read(piece: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, piece])
    for (;;) {
      const end = this.#unread.indexOf(headerEnd)
      const length = /Content-Length: (\d+)/i.exec(this.#unread.toString('latin1', 0, Math.max(end, 0)))
      const start = end + headerEnd.length
      if (length === null || this.#unread.length < start + Number(length[1])) return
      const rest = start + Number(length[1])
      this.#take(JSON.parse(this.#unread.toString('utf8', start, rest)))
      this.#unread = this.#unread.subarray(rest)
    }
  }

  /** Takes an answer; or a request of the server, which gets an empty answer. */
  #take({ id, method, result, error }: Message): void {
    if (id === undefined) return
    if (method !== undefined) {
      this.#send({ id, result: null })
      return
    }
    const answer = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === undefined) answer?.resolve(result)
    else answer?.reject(new Error(JSON.stringify(error)))
  }
}
