/** The task of a client process, and its figures. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Delays } from './figures.ts'
import type { ListName } from './workload.ts'

export interface ClientTask {
  readonly url: string
  readonly collection: string
  readonly kind: 'check' | 'add'
  /** File of documents, or of checks. */
  readonly file: string
  /** For checks. */
  readonly list: ListName
  /** For documents: number of lines of the file to skip. */
  readonly skip: number
  readonly count: number
  /** Texts or documents per request; one is sent by itself, more as an array. */
  readonly bulk: number
  /** Connections, each with one request in flight. */
  readonly connections: number
  /** Whether answers are read and kept. */
  readonly isChecked: boolean
}

/** Delays, without the first four requests of each connection. */
export interface ClientFigures extends Delays {
  /** Texts or documents per second. */
  readonly perSecond: number
  readonly requestsPerSecond: number
  readonly clientCpuSeconds: number
  readonly seconds: number
  /** The ids returned for each single check. */
  readonly answers: readonly (readonly number[])[]
}

const entry = new URL('client-process.ts', import.meta.url).pathname

export async function runClient(task: ClientTask): Promise<ClientFigures> {
  const child = spawn(process.execPath, [entry], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(task))
  const said = await text(child.stdout)
  if (said === '') throw new Error('the client ended without figures')
  return JSON.parse(said)
}
