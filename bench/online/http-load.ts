/**
 * HTTP load: requests over several persistent connections, one after the other on each, from bytes prepared
 * beforehand. It does as little work as possible, since the client takes one of two cores.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Load {
  readonly host: string
  readonly port: number
  readonly connections: number
  /** The requests as bytes, shared among the connections; each is sent once. */
  readonly requests: readonly Buffer[]
  /** Repeats the requests as long as this returns true. */
  readonly goesOn?: () => boolean
  /** Pause of a connection after each answer. */
  readonly pauseMs?: number
  /** Called for every answer. */
  readonly answered?: (request: number, status: number, body: string) => void
}

export interface LoadResult {
  readonly seconds: number
  /** Milliseconds of each request. */
  readonly delays: readonly number[]
}

/** The bytes of a complete request. */
export function requestBytes(host: string, path: string, body: string | Buffer, type: string): Buffer {
  const bytes = Buffer.from(body)
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${host}`,
    `content-type: ${type}`,
    `content-length: ${bytes.length}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes])
}

/** Sends all of them. @throws for an answer other than 200 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const { requests, goesOn, pauseMs = 0 } = load
  const delays: number[] = []
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => opened(load)))
  let next = 0
  const from = performance.now()
  await Promise.all(
    sockets.map(async socket => {
      const answers = new Answers(socket)
      while (goesOn?.() ?? next < requests.length) {
        const request = next++ % requests.length
        const sent = performance.now()
        socket.write(requests[request])
        const { status, body } = await answers.next()
        delays.push(performance.now() - sent)
        if (pauseMs > 0) await sleep(pauseMs)
        if (status !== 200) throw new Error(`answer ${status}: ${body.toString().slice(0, 500)}`)
        load.answered?.(request, status, body.toString())
      }
    }),
  )
  const seconds = (performance.now() - from) / 1000
  for (const socket of sockets) socket.destroy()
  return { seconds, delays }
}

function opened({ host, port }: Load): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

interface Answer {
  readonly status: number
  readonly body: Buffer
}

/** Parses the answers of a connection, which must have a content length. */
class Answers {
  #bytes: Buffer = Buffer.alloc(0)
  #waiting: ((answer: Answer) => void) | undefined
  #failed: ((error: Error) => void) | undefined

  constructor(socket: Socket) {
    socket.on('data', bytes => {
      this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes])
      this.#take()
    })
    socket.on('close', () => this.#failed?.(new Error('the server closed a connection')))
  }

  next(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = resolve
      this.#failed = reject
      this.#take()
    })
  }

  #take(): void {
    const headEnd = this.#bytes.indexOf('\r\n\r\n')
    if (headEnd < 0 || this.#waiting === undefined) return
    const head = this.#bytes.toString('latin1', 0, headEnd)
    const length = /\r\ncontent-length: *(\d+)/iu.exec(head)
    if (length === null) throw new Error(`an answer without content-length: ${head}`)
    const end = headEnd + 4 + Number(length[1])
    if (this.#bytes.length < end) return
    const answer = { status: Number(head.slice(9, 12)), body: this.#bytes.subarray(headEnd + 4, end) }
    this.#bytes = this.#bytes.subarray(end)
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting(answer)
  }
}
