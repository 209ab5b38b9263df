/** Uploads and runs of the server: a file on its way to a clean list. The routes are in `/openapi.json`. */
import type { ReportData } from '../../src/files/report-page/report-data.ts'
import { download } from './download.ts'
import { ask, Refused, send, session } from './requests.ts'

interface Upload {
  readonly id: string
  readonly name: string
}

/** Options of `dedupe` by the names of the library. */
export type RunOptions = Readonly<Record<string, unknown>>

interface PreviewColumn {
  readonly name: string
  /** What its values are, as the method `records` calls it. */
  readonly kind: string
  /** Whether the proposed run compares it. */
  readonly isUsed: boolean
  readonly why: string
}

export interface Preview {
  readonly name: string
  readonly format: string
  readonly encoding: string
  readonly delimiter?: string
  readonly quote?: string
  readonly sheet?: string
  readonly sheets?: readonly string[]
  readonly columns: readonly PreviewColumn[]
  readonly rows: readonly (readonly (string | null)[])[]
  /** The column that names the rows. */
  readonly id: string | null
  readonly proposed: { readonly options: RunOptions; readonly sentence: string; readonly why: string }
}

/** How the bytes of a file are read, where a person says so. */
export const readingNames = ['inputFormat', 'delimiter', 'quote', 'encoding', 'sheet'] as const
type Reading = Readonly<Partial<Record<(typeof readingNames)[number], string>>>

export const outputNames = ['kept', 'removed', 'annotated', 'golden', 'bad', 'decisions', 'report'] as const
type OutputName = (typeof outputNames)[number] | 'review'

interface Counts {
  readonly read: number
  readonly kept: number
  /** Of those that are not kept: less alike than by the same words. */
  readonly near: number
  readonly bad: number
}

export interface ListedRun {
  readonly id: string
  readonly name: string
  readonly state: 'queued' | 'running' | 'done' | 'failed'
  readonly created: string
  /** Of its last start or end, ISO 8601. */
  readonly changed: string
  /** ISO 8601; null: it is kept, or has not ended. */
  readonly expires: string | null
  readonly bytes: number
  readonly isKept: boolean
  readonly summary?: { readonly counts: Counts }
}

export interface Run extends ListedRun {
  readonly uploads: readonly string[]
  readonly format: string
  readonly options: RunOptions
  /** Number of decisions of people. */
  readonly decisions: number
  readonly progress?: { readonly phase: string; readonly done: number; readonly total?: number }
  /** Of its last end that was one. */
  readonly summary?: ReportData['report'] & { readonly counts: Counts }
  /** A problem document. */
  readonly error?: {
    readonly code: string
    readonly detail: string
    readonly fix?: string
    readonly values?: Readonly<Record<string, number | string>>
  }
  readonly outputs: readonly { readonly name: string; readonly file: string; readonly bytes: number }[]
  /** The command that writes the same bytes. */
  readonly command: string
}

/** Whether its files are still to come, or to be replaced. */
export const isWorking = ({ state }: Run) => state === 'queued' || state === 'running'

export interface RunDecision {
  readonly id1: string
  readonly id2: string
  readonly decision: 'same' | 'different' | 'unsure'
}

const runPath = (id: string) => `/v1/runs/${encodeURIComponent(id)}`
const outputPath = (id: string, output: OutputName) => `${runPath(id)}/outputs/${output}`

/** @throws Refused */
export function upload(file: Blob, name: string): Promise<Upload> {
  return ask('/v1/uploads', { method: 'POST', query: { name }, body: file })
}

export function preview(id: string, reading: Reading, signal: AbortSignal): Promise<Preview> {
  return ask(`/v1/uploads/${encodeURIComponent(id)}/preview`, { signal, query: reading })
}

/** Enough rows to see the columns. */
const headBytes = 64 * 1024

/** The columns of a file, as the server reads its beginning. @throws Refused */
export async function columnsOfFile(file: File): Promise<readonly string[]> {
  const { id } = await upload(file.slice(0, headBytes), file.name)
  const path = `/v1/uploads/${encodeURIComponent(id)}`
  try {
    const { columns } = await ask<Preview>(`${path}/preview`)
    return columns.map(({ name }) => name)
  } finally {
    await ask(path, { method: 'DELETE' })
  }
}

export function startRun(body: {
  readonly uploads: readonly string[]
  readonly options?: RunOptions
  /** A run whose options and decisions count here, too. */
  readonly like?: string
}): Promise<{ readonly id: string }> {
  return ask('/v1/runs', { method: 'POST', body })
}

/** The latest first; undefined where the server has no place for runs. */
export async function listRuns(signal: AbortSignal): Promise<readonly ListedRun[] | undefined> {
  try {
    return (await ask<{ readonly runs: readonly ListedRun[] }>('/v1/runs', { signal })).runs
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  }
}

export const runOf = (id: string, signal?: AbortSignal) => ask<Run>(runPath(id), { signal })
export const deleteRun = (id: string) => ask(runPath(id), { method: 'DELETE' })
export const keepRun = (id: string, isKept: boolean) =>
  ask<Run>(runPath(id), { method: 'PATCH', body: { isKept } })

/** Of the rows that it keeps; ends when all are added. */
export const makeCollection = (id: string, name: string) =>
  ask(`${runPath(id)}/collection`, { method: 'POST', body: { name } })

/** All decisions about a run; it runs again with them. */
export const decideRun = (id: string, decisions: readonly RunDecision[]) =>
  ask(`${runPath(id)}/decisions`, { method: 'PUT', body: { decisions } })

export const reportOf = (id: string, signal: AbortSignal) =>
  ask<ReportData>(outputPath(id, 'report'), { signal, query: { as: 'json' } })

/** More bytes of an output are not shown. */
const mostBytes = 4_000_000

/** The beginning of an output, cut at the end of a line. */
export async function beginningOf(id: string, output: OutputName, signal?: AbortSignal): Promise<string> {
  const { body } = await send(outputPath(id, output), { signal })
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  const decoder = new TextDecoder()
  let [text, read] = ['', 0]
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    read += value.length
    if (read < mostBytes) continue
    await reader.cancel()
    return text.slice(0, text.lastIndexOf('\n') + 1)
  }
}

/** Offers an output as a file. A link cannot carry a key, so with one the bytes go through the page. */
export async function downloadOutput(id: string, output: OutputName, file: string): Promise<void> {
  const path = outputPath(id, output)
  download(file, session.key === null ? path : await (await send(path)).blob())
}
