/**
 * Redis problems: checks a collection against itself. First the checks of every store: lookups find the documents. Then
 * the reverse: everything in lists, counts and marks exists.
 */
import { documentPages } from '../store/pages.ts'
import type { StoreProblem } from '../store/store.ts'
import { storeProblems } from '../store/store-problems.ts'
import type { RedisConnection } from './connection/client.ts'
import { packNumbers } from './connection/encoding.ts'
import { chunkNumbers } from './marks.ts'
import { RedisReader } from './reader.ts'
import { auditDocumentsScript, auditTableScript, marksScript } from './scripts/audit-scripts.ts'

/** Documents per script, so that none blocks the server for long. */
const documentsPerCall = 500
const bucketsPerCall = 32
const chunksPerCall = 1000

/** Lets a script check that postings find their documents, without reading long lists for each. */
class AuditReader extends RedisReader {
  override async candidates(): Promise<readonly Uint32Array[]> {
    return []
  }
}

export async function* redisProblems(
  connection: RedisConnection,
  tag: string,
  id: string,
): AsyncGenerator<StoreProblem> {
  const reader = new AuditReader(connection, tag, id)
  yield* evictionProblem(connection)
  yield* storeProblems(reader, Number.POSITIVE_INFINITY)
  for await (const numbers of documentPages(reader, { size: documentsPerCall })) {
    const found = await connection.run(auditDocumentsScript, `${tag}m`, [packNumbers(numbers)])
    yield* (found as Buffer[]).map(parsed)
  }
  for (const table of ['p', 'n', 'c', 'e']) yield* tableProblems(connection, tag, table)
  yield* countProblems(connection, tag)
}

async function* tableProblems(
  connection: RedisConnection,
  tag: string,
  table: string,
): AsyncGenerator<StoreProblem> {
  let lists = 0
  let count = 1
  for (let from = 0; from < count; from += bucketsPerCall) {
    const reply = await connection.run(auditTableScript, `${tag}m`, [table, from, bucketsPerCall])
    const [problems, seen, buckets] = reply as [Buffer[], number, number]
    yield* problems.map(parsed)
    lists += seen
    count = buckets
  }
  const entries = Number(await connection.command('HGET', `${tag}m`, `${table}n`))
  if (entries !== lists)
    yield { where: `table ${table}`, problem: `counts ${entries} lists but has ${lists}` }
}

async function* countProblems(connection: RedisConnection, tag: string): AsyncGenerator<StoreProblem> {
  const fields = ['documents', 'clusters', 'change', 'document', 'cluster']
  const reply = await connection.command('HMGET', `${tag}m`, ...fields)
  const [documents, clusters, change, document, cluster] = (reply as (Buffer | null)[]).map(Number)
  const lengths = await connection.commands([
    ['HLEN', `${tag}d`],
    ['HLEN', `${tag}b`],
    ['LLEN', `${tag}h`],
  ])
  const [records, bodies, changes] = lengths.map(Number)
  const marked = await markedCount(connection, tag, 'l', document)
  const markedClusters = await markedCount(connection, tag, 'g', cluster)
  const pairs: readonly (readonly [string, number, number])[] = [
    ['records', records, documents],
    ['bodies', bodies, documents],
    ['listed documents', marked, documents],
    ['changes', changes, change - 1],
    ['listed clusters', markedClusters, clusters],
  ]
  for (const [what, there, counted] of pairs) {
    if (there !== counted)
      yield { where: 'counts', problem: `${there} ${what} exist, ${counted} are counted` }
  }
}

async function markedCount(
  connection: RedisConnection,
  tag: string,
  name: string,
  next: number,
): Promise<number> {
  const chunks = Math.ceil(next / chunkNumbers)
  let marked = 0
  for (let from = 0; from < chunks; from += chunksPerCall) {
    const args = [name, from, Math.min(from + chunksPerCall, chunks)]
    marked += Number(await connection.run(marksScript, `${tag}m`, args))
  }
  return marked
}

/** A server that evicts keys when its memory is full damages collections silently. */
async function* evictionProblem(connection: RedisConnection): AsyncGenerator<StoreProblem> {
  const reply = await connection.command('CONFIG', 'GET', 'maxmemory-policy').catch(() => [])
  const policy = String((reply as Buffer[])[1] ?? '')
  if (policy.startsWith('allkeys')) {
    yield {
      where: 'server',
      problem: `removes keys when its memory is full (maxmemory-policy ${policy}, which must be noeviction)`,
    }
  }
}

function parsed(line: Buffer): StoreProblem {
  const [where, ...problem] = String(line).split('|')
  return { where, problem: problem.join('|') }
}
