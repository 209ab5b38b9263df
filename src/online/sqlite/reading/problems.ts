/** SQLite problems: checks the files of a collection on one state of its database. */
import type { DatabaseSync } from 'node:sqlite'
import type { StoreProblem } from '../../store/store.ts'
import { storeProblems } from '../../store/store-problems.ts'
import { connect } from '../file/connection.ts'
import { sqliteError } from '../file/errors.ts'
import { databaseFile, readHeader } from '../file/schema.ts'
import { segmentsFrom } from '../file/segments.ts'
import { SqliteIndex } from './postings.ts'
import { SqliteReader } from './reader.ts'
import { SqliteReadings } from './readings.ts'

/** Never throws for damage: it reports that, too. */
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

/** Queries; each row is a problem. */
const rules: readonly { readonly sql: string; readonly problem: string }[] = [
  {
    sql: `SELECT 'document ' || number AS place FROM documents
      WHERE number NOT IN (SELECT number FROM bodies)`,
    problem: 'has no body',
  },
  {
    sql: `SELECT 'document ' || number AS place FROM bodies
      WHERE number NOT IN (SELECT number FROM documents)`,
    problem: 'has a body but no document',
  },
  {
    sql: `SELECT 'document ' || number AS place FROM gone WHERE number IN (SELECT number FROM documents)`,
    problem: 'exists but is marked as removed',
  },
  {
    sql: `SELECT 'cluster ' || cluster AS place FROM (
        SELECT cluster, count(*) AS n FROM documents GROUP BY cluster HAVING n > 1
        EXCEPT SELECT cluster, documents FROM larger_clusters)
      UNION SELECT 'cluster ' || cluster FROM (
        SELECT cluster, documents FROM larger_clusters
        EXCEPT SELECT cluster, count(*) AS n FROM documents GROUP BY cluster HAVING n > 1)`,
    problem: 'differs from its stored size',
  },
  {
    sql: `SELECT 'link of ' || a || ' and ' || b AS place FROM links
      WHERE a >= b OR a NOT IN (SELECT number FROM documents) OR b NOT IN (SELECT number FROM documents)`,
    problem: 'does not join two documents in order',
  },
  {
    sql: `SELECT 'counters' AS place FROM counters
      WHERE document <= (SELECT coalesce(max(number), 0) FROM documents)
      OR cluster <= (SELECT coalesce(max(cluster), 0) FROM documents)
      OR change <= (SELECT coalesce(max(number), 0) FROM changes)`,
    problem: 'would reuse a number',
  },
  {
    sql: `SELECT 'changes' AS place FROM counters WHERE change <> 1 + (SELECT count(*) FROM changes)`,
    problem: 'differ in number from the counter',
  },
  {
    sql: `SELECT 'change ' || number AS place FROM changes, (SELECT cluster AS next FROM counters)
      WHERE kind NOT IN ('made', 'merged', 'split', 'ended') OR cluster >= next OR other >= next`,
    problem: 'is impossible',
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
  const index = await SqliteIndex.open({
    folder,
    reader,
    id,
    agree: header.agree,
    rebuilt: async start => segmentsFrom(database, start),
    report: problem => ofFiles.push(problem),
  })
  for (const { where, problem } of ofFiles) if (await isListed(file, where)) yield { where, problem }
  yield* storeProblems(new SqliteReadings(() => ({ folder, reader, index })), header.agree)
}

/** Whether a snapshot file is still listed: a compaction may have replaced it meanwhile. */
async function isListed(file: string, name: string): Promise<boolean> {
  const database = await connect(file, 'reader')
  try {
    return database.prepare('SELECT 1 FROM snapshots WHERE file = ?').get(name) !== undefined
  } finally {
    database.close()
  }
}
