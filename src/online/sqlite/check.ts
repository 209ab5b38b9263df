/**
 * SQLite check: whether the parts of a collection agree, without keeping anybody from writing.
 *
 * A thread of its own reads the files: the database on one state of it, with an index that it opens from
 * the snapshot files. The index in memory is then compared with the database in small pieces, each between
 * two writes.
 */
import { setImmediate as breath } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import type { StoreProblem } from '../store/store.ts'
import { outOfOrder, sqliteError } from './file/errors.ts'
import { databaseFile } from './file/schema.ts'
import { postingsOf } from './file/segments.ts'
import { sqliteProblems } from './reading/problems.ts'
import type { OpenCollection } from './reading/readings.ts'
import { startThread, threadDied } from './writing/writer.ts'

interface Batch {
  readonly problems: readonly StoreProblem[]
  readonly isLast: boolean
}

const batchProblems = 100

/** In the checking thread: a batch for each message. */
export function checkMessages(port: MessagePort, folder: string): void {
  const problems = sqliteProblems(folder)
  port.on('message', async () => {
    const found: StoreProblem[] = []
    let isLast = false
    while (found.length < batchProblems && !isLast) {
      const { value, done } = await problems.next()
      isLast = done === true
      if (!isLast) found.push(value)
    }
    port.postMessage({ problems: found, isLast } satisfies Batch)
  })
}

/** What the files of a collection say. @throws NearsameError WORKER_DIED */
export async function* threadProblems(folder: string): AsyncGenerator<StoreProblem> {
  const worker = startThread({ role: 'checker', folder })
  let answer = Promise.withResolvers<Batch>()
  const end = (error?: Error) => answer.reject(threadDied(error))
  // These stay: a worker whose listeners are all removed takes in no more messages, whoever listens later.
  worker.on('message', (batch: Batch) => answer.resolve(batch))
  worker.on('error', end)
  worker.on('exit', () => end())
  try {
    for (let isLast = false; !isLast; ) {
      worker.postMessage('more')
      const batch = await answer.promise
      answer = Promise.withResolvers()
      // Whoever has had enough does not wait for it, and the thread may end meanwhile.
      answer.promise.catch(() => {})
      yield* batch.problems
      isLast = batch.isLast
    }
  } finally {
    await worker.terminate()
  }
}

const documentsAtOnce = 64

/** Where the index in memory says something else than the database. Damage of that is a problem like another. */
export async function* indexProblems(
  collection: OpenCollection,
  agree: number,
): AsyncGenerator<StoreProblem> {
  const file = databaseFile(collection.folder)
  try {
    yield* differences(collection, agree)
  } catch (error) {
    const told = sqliteError(error, file)
    if (told.code !== 'STORE_CORRUPT') throw told
    yield { where: file, problem: told.parts.got }
  }
}

async function* differences(collection: OpenCollection, agree: number): AsyncGenerator<StoreProblem> {
  const { reader, index } = collection
  const statement = reader.database.prepare(
    'SELECT number, name, sketch FROM documents WHERE number > ? ORDER BY number LIMIT ?',
  )
  for (let after = 0, isLast = false; !isLast && reader.database.isOpen; ) {
    const found: StoreProblem[] = []
    const rows = statement.all(after, documentsAtOnce) as unknown as {
      number: number
      name: string
      sketch: Uint8Array
    }[]
    isLast = rows.length < documentsAtOnce
    for (const { number, name, sketch } of rows) {
      if (!(number > after)) throw outOfOrder(databaseFile(collection.folder))
      for (let gone = after + 1; gone < number; gone++) if (index.has(gone)) found.push(stillIndexed(gone))
      after = number
      const where = `document ${number}`
      const postings = postingsOf(sketch)
      if (!index.has(number) || index.numberOf(name) !== number)
        found.push({ where, problem: 'is not in the index' })
      else if (new Set(postings).size >= agree && !index.candidates(postings).includes(number)) {
        found.push({ where, problem: 'is not found by its own postings' })
      }
    }
    if (isLast) {
      for (let gone = after + 1; gone < reader.counters.document; gone++)
        if (index.has(gone)) found.push(stillIndexed(gone))
    }
    yield* found
    await breath()
  }
}

function stillIndexed(number: number): StoreProblem {
  return { where: `document ${number}`, problem: 'is removed and still in the index' }
}
