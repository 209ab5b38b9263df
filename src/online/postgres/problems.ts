/** SQL problems: checks of a collection's tables beyond those of every store. */
import type { SqlConnection } from '../database/client.ts'
import { clusterPages, documentPages } from '../store/pages.ts'
import type { StoreProblem } from '../store/store.ts'
import { storeProblems } from '../store/store-problems.ts'
import { postingColumns, sketchIn } from './documents.ts'
import type { SqlCollection, SqlReader } from './reader.ts'

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
  yield* sizeProblems(reader)
  for (const rule of rulesOf(reader.collection))
    for (const [where, problem] of await connection.rows(rule, []))
      yield { where: String(where), problem: String(problem) }
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
  const [[count]] = await connection.rows(`SELECT COUNT(*) FROM ${tables.postings}`, [])
  const all = Number(count)
  if (all !== present) yield { where: 'postings', problem: `${all - present} belong to no document` }
}

async function* sizeProblems(reader: SqlReader): AsyncGenerator<StoreProblem> {
  for await (const page of clusterPages(reader, 2)) {
    for (const { cluster, documents, members } of page) {
      if (members.length === documents) continue
      yield {
        where: `cluster ${cluster}`,
        problem: `is listed with ${documents} documents but has ${members.length}`,
      }
    }
  }
}

/** Queries; each gives where a problem is and what it is, or no row. */
function rulesOf({ tables, statements, id }: SqlCollection): readonly string[] {
  const { documents, links, changes, sizes, pieces } = tables
  const large = `SELECT cluster FROM ${documents} GROUP BY cluster HAVING COUNT(*) > 1`
  const isMissing = (column: string): string =>
    `NOT EXISTS (SELECT 1 FROM ${documents} AS d WHERE d.number = t.${column})`
  const stray = (where: string, table: string, isStray: string, problem: string): string =>
    `SELECT '${where}', COUNT(*) || ' ${problem}' FROM ${table} AS t WHERE ${isStray} HAVING COUNT(*) > 0`
  /** Checks that no number would be reused. */
  const reused = (counter: string, column: string, table: string): string =>
    `SELECT 'counter of the next ${counter}', 'is ' || next_${counter} || ', but ' || last || ' is in use' ` +
    `FROM ${statements.collections}, (SELECT COALESCE(MAX(${column}), 0) AS last FROM ${table}) AS used ` +
    `WHERE id = ${id} AND last >= next_${counter}`
  return [
    `SELECT 'sizes', listed || ' clusters are listed, ' || wanted || ' have at least two documents' ` +
      `FROM (SELECT COUNT(*) AS listed FROM ${sizes}) AS found, ` +
      `(SELECT COUNT(*) AS wanted FROM (${large}) AS large) AS all_large WHERE listed <> wanted`,
    stray('links', links, `${isMissing('a')} OR ${isMissing('b')}`, 'lead to missing documents'),
    stray('pieces', pieces, isMissing('document'), 'belong to missing documents'),
    reused('document', 'number', documents),
    reused('cluster', 'cluster', documents),
    reused('change', 'number', changes),
    `SELECT 'changes', next_change - 1 || ' are counted, ' || logged || ' exist' FROM ${statements.collections}, ` +
      `(SELECT COUNT(*) AS logged FROM ${changes}) AS found WHERE id = ${id} AND logged <> next_change - 1`,
  ]
}
