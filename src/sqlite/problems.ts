/** SQLite problems: what the files of a collection say, read on one state of its database. */
import type { DatabaseSync } from 'node:sqlite'
import { isNearsameError } from '../errors/nearsame-error.ts'
import type { StoredDocument, StoreProblem } from '../store/store.ts'
import { storeProblems } from '../store/store-problems.ts'
import { connect } from './connection.ts'
import { sqliteError } from './errors.ts'
import { SqliteIndex } from './postings.ts'
import { SqliteReader } from './reader.ts'
import { SqliteReadings } from './readings.ts'
import { databaseFile, readHeader } from './schema.ts'
import { segmentsFrom } from './segments.ts'

/** Never throws for damage: that is a problem like another. */
export async function* sqliteProblems(folder: string): AsyncGenerator<StoreProblem> {
  const file = databaseFile(folder)
  try {
    const database = await connect(file, 'reader')
    try {
      yield* databaseProblems(database, file)
      yield* partProblems(database, folder)
    } finally {
      database.close()
    }
  } catch (error) {
    const { parts } = sqliteError(error, file)
    yield { where: file, problem: parts.got }
  }
}

/** Queries whose every row is a problem. */
const rules: readonly { readonly sql: string; readonly problem: string }[] = [
  {
    sql: `SELECT 'document ' || number AS place FROM documents
      WHERE number NOT IN (SELECT number FROM bodies)`,
    problem: 'has no body',
  },
  {
    sql: `SELECT 'document ' || number AS place FROM bodies
      WHERE number NOT IN (SELECT number FROM documents)`,
    problem: 'is a body without a document',
  },
  {
    sql: `SELECT 'document ' || number AS place FROM gone WHERE number IN (SELECT number FROM documents)`,
    problem: 'is there and counts as removed',
  },
  {
    sql: `SELECT 'cluster ' || cluster AS place FROM (
        SELECT cluster, count(*) AS n FROM documents GROUP BY cluster HAVING n > 1
        EXCEPT SELECT cluster, documents FROM larger_clusters)
      UNION SELECT 'cluster ' || cluster FROM (
        SELECT cluster, documents FROM larger_clusters
        EXCEPT SELECT cluster, count(*) AS n FROM documents GROUP BY cluster HAVING n > 1)`,
    problem: 'has another size than is kept of it',
  },
  {
    sql: `SELECT 'link of ' || a || ' and ' || b AS place FROM links
      WHERE a >= b OR a NOT IN (SELECT number FROM documents) OR b NOT IN (SELECT number FROM documents)`,
    problem: 'is not one of two documents in their order',
  },
  {
    sql: `SELECT 'counters' AS place FROM counters
      WHERE document <= (SELECT coalesce(max(number), 0) FROM documents)
      OR cluster <= (SELECT coalesce(max(cluster), 0) FROM documents)
      OR change <= (SELECT coalesce(max(number), 0) FROM changes)`,
    problem: 'would give a number a second time',
  },
]

const mostOfARule = 100

function* databaseProblems(database: DatabaseSync, file: string): Generator<StoreProblem> {
  for (const row of database.prepare(`PRAGMA integrity_check(${mostOfARule})`).all()) {
    const said = String(Object.values(row)[0])
    if (said !== 'ok') yield { where: file, problem: said }
  }
  for (const { sql, problem } of rules) {
    for (const { place } of database.prepare(`${sql} LIMIT ${mostOfARule}`).all()) {
      yield { where: String(place), problem }
    }
  }
}

async function* partProblems(database: DatabaseSync, folder: string): AsyncGenerator<StoreProblem> {
  const file = databaseFile(folder)
  const { id, header } = readHeader(database, file)
  const reader = new SqliteReader(database, file)
  const ofFiles: StoreProblem[] = []
  // Those are met again by who reads all documents.
  const damaged = () => {}
  const index = await SqliteIndex.open({
    folder,
    reader,
    id,
    agree: header.agree,
    rebuilt: async start => segmentsFrom(database, start, damaged),
    report: problem => ofFiles.push(problem),
    damaged,
  })
  for (const { where, problem } of ofFiles) if (await isListed(file, where)) yield { where, problem }
  yield* storeProblems(new CheckReadings(() => ({ folder, reader, index })), header.agree)
}

/** Whether a snapshot file still counts: a compaction may have put another in its place meanwhile. */
async function isListed(file: string, name: string): Promise<boolean> {
  const database = await connect(file, 'reader')
  try {
    return database.prepare('SELECT 1 FROM snapshots WHERE file = ?').get(name) !== undefined
  } finally {
    database.close()
  }
}

/** For which a damaged document is one that is not there. */
class CheckReadings extends SqliteReadings {
  override async documents(numbers: readonly number[], parts: { readonly body: boolean }) {
    const found: (StoredDocument | undefined)[] = []
    for (const number of numbers) found.push((await this.#orNothing(number, parts))[0])
    return found
  }

  async #orNothing(number: number, parts: { readonly body: boolean }) {
    try {
      return await super.documents([number], parts)
    } catch (error) {
      if (isNearsameError(error) && error.code === 'STORE_CORRUPT') return [undefined]
      throw error
    }
  }
}
