/** SQL problems: checks of a collection's tables beyond those of every store. */
import type { SqlConnection } from '../database/client.ts'
import { clusterPages, documentPages } from '../store/pages.ts'
import type { StoreProblem } from '../store/store.ts'
import { storeProblems } from '../store/store-problems.ts'
import { postingColumns, sketchIn } from './documents.ts'
import type { SqlReader } from './reader.ts'
import { counterColumns } from './statements.ts'

/**
 * @param connection in a transaction that sees one state throughout
 * @param reader on that connection
 */
export async function* sqlProblems(
  reader: SqlReader,
  connection: SqlConnection,
): AsyncGenerator<StoreProblem> {
  yield* storeProblems(reader, reader.collection.agree)
  yield* postingProblems(reader, connection)
  yield* sizeProblems(reader, connection)
  yield* strays(reader, connection)
  yield* counterProblems(reader, connection)
}

/** Checks that every posting of every document exists, and no other. */
async function* postingProblems(
  reader: SqlReader,
  connection: SqlConnection,
): AsyncGenerator<StoreProblem> {
  const { tables, statements } = reader.collection
  let present = 0
  let areWhole = true
  const presentOf = async (documents: Parameters<typeof postingColumns>[0]) => {
    const columns = postingColumns(documents)
    const wanted = columns[0].values.length
    if (wanted === 0) return { wanted, found: 0 }
    const [[found]] = await connection.rows(statements.present(tables), statements.given(columns))
    return { wanted, found: Number(found) }
  }
  for await (const numbers of documentPages(reader)) {
    const rows = await reader.find(tables.documents, 'number, sketch', 'number', numbers)
    const documents = rows.flatMap(([number, bytes]) => {
      const sketch = sketchIn(bytes as Uint8Array)
      return sketch === undefined ? [] : [{ number: Number(number), sketch }]
    })
    areWhole &&= documents.length === rows.length
    const { wanted, found } = await presentOf(documents)
    present += found
    if (found === wanted) continue
    for (const document of documents) {
      const own = await presentOf([document])
      if (own.found === own.wanted) continue
      const problem = `${own.wanted - own.found} of its ${own.wanted} postings are missing`
      yield { where: `document ${document.number}`, problem }
    }
  }
  // The postings of a damaged document are unknown.
  if (!areWhole) return
  const all = await numberOf(connection, `SELECT COUNT(*) FROM ${tables.postings}`)
  if (all !== present) yield { where: 'postings', problem: `${all - present} belong to no document` }
}

async function* sizeProblems(reader: SqlReader, connection: SqlConnection): AsyncGenerator<StoreProblem> {
  const { documents, sizes } = reader.collection.tables
  for await (const page of clusterPages(reader, 2)) {
    for (const { cluster, documents, members } of page) {
      if (members.length === documents) continue
      yield {
        where: `cluster ${cluster}`,
        problem: `is listed with ${documents} documents but has ${members.length}`,
      }
    }
  }
  const large = `SELECT cluster FROM ${documents} GROUP BY cluster HAVING COUNT(*) > 1`
  const wanted = await numberOf(connection, `SELECT COUNT(*) FROM (${large}) AS large`)
  const found = await numberOf(connection, `SELECT COUNT(*) FROM ${sizes}`)
  if (found !== wanted) {
    yield { where: 'sizes', problem: `${found} clusters are listed, ${wanted} have at least two documents` }
  }
}

/** Rows that belong to no document. */
async function* strays(reader: SqlReader, connection: SqlConnection): AsyncGenerator<StoreProblem> {
  const { documents, links, pieces } = reader.collection.tables
  const isMissing = (column: string): string =>
    `NOT EXISTS (SELECT 1 FROM ${documents} AS d WHERE d.number = t.${column})`
  const stray = await numberOf(
    connection,
    `SELECT COUNT(*) FROM ${links} AS t WHERE ${isMissing('a')} OR ${isMissing('b')}`,
  )
  if (stray > 0) yield { where: 'links', problem: `${stray} lead to missing documents` }
  const lost = await numberOf(
    connection,
    `SELECT COUNT(*) FROM ${pieces} AS t WHERE ${isMissing('document')}`,
  )
  if (lost > 0) yield { where: 'pieces', problem: `${lost} belong to missing documents` }
}

/** Checks that no number would be reused. */
async function* counterProblems(
  reader: SqlReader,
  connection: SqlConnection,
): AsyncGenerator<StoreProblem> {
  const { statements, id, tables } = reader.collection
  const [row] = await connection.rows(
    `SELECT ${counterColumns.join(', ')} FROM ${statements.collections} WHERE id = ?`,
    [id],
  )
  const [document, cluster, change] = (row ?? []).map(Number)
  const highest = (column: string, table: string): Promise<number> =>
    numberOf(connection, `SELECT COALESCE(MAX(${column}), 0) FROM ${table}`)
  const checks = [
    { where: 'document', next: document, last: await highest('number', tables.documents) },
    { where: 'cluster', next: cluster, last: await highest('cluster', tables.documents) },
    { where: 'change', next: change, last: await highest('number', tables.changes) },
  ]
  for (const { where, next, last } of checks) {
    if (last >= next)
      yield { where: `counter of the next ${where}`, problem: `is ${next}, but ${last} is in use` }
  }
  const logged = await numberOf(connection, `SELECT COUNT(*) FROM ${tables.changes}`)
  if (logged !== change - 1)
    yield { where: 'changes', problem: `${change - 1} are counted, ${logged} exist` }
}

async function numberOf(connection: SqlConnection, sql: string): Promise<number> {
  return Number((await connection.rows(sql, []))[0][0])
}
