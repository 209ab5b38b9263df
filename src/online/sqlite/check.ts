/**
 * SQLite check: compares the parts of a collection without blocking writers.
 *
 * A separate thread checks the files: the database in one state, with an index opened from the snapshot files. Then the
 * calling thread compares its index with the database in small pieces, each between two writes.
 */
import { setImmediate as breath } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import type { Reply, Request } from '../../ground/threads/protocol.ts'
import { ThreadCalls } from '../../ground/threads/thread-calls.ts'
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

/** In the checking thread: answers each message with a batch of problems. */
export function checkMessages(port: MessagePort, folder: string): void {
  const problems = sqliteProblems(folder)
  port.on('message', async ({ id }: Request) => {
    const found: StoreProblem[] = []
    let isLast = false
    while (found.length < batchProblems && !isLast) {
      const { value, done } = await problems.next()
      isLast = done === true
      if (!isLast) found.push(value)
    }
    const result: Batch = { problems: found, isLast }
    port.postMessage({ id, result } satisfies Reply)
  })
}

/** Checks the files of a collection in a thread. @throws NearsameError WORKER_DIED */
export async function* threadProblems(folder: string): AsyncGenerator<StoreProblem> {
  const thread = new ThreadCalls(() => startThread({ role: 'checker', folder }), threadDied)
  try {
    for (let isLast = false; !isLast; ) {
      const batch = await thread.ask<Batch>('more')
      yield* batch.problems
      isLast = batch.isLast
    }
  } finally {
    await thread.end()
  }
}

const documentsAtOnce = 64

/** Where the index in memory differs from the database. Damage of the database is reported, too. */
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
  return { where: `document ${number}`, problem: 'is removed but still in the index' }
}
