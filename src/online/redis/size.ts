/** Redis size: estimates the memory of a collection in the server from samples of its keys. */
import type { RedisConnection } from './connection/client.ts'
import { leastBuckets, load } from './connection/tables.ts'

const tables = ['p', 'n', 'c', 'e'] as const
const bucketSamples = 8
/** Overhead of a bucket: its name, its entry among the keys, the head of its listpack. */
export const bucketBytes = 110

/** Bytes, within a few per cent; null if the account may not ask. Does not count long lists with their own keys. */
export async function sizes(connection: RedisConnection, tag: string) {
  const fields = [...tables, ...tables.map(table => `${table}n`)]
  const state = ((await connection.command('HMGET', `${tag}m`, ...fields)) as (Buffer | null)[]).map(Number)
  const counts = state.slice(0, tables.length)
  // Redis frees removed data at once; only buckets stay, with less in them.
  const spare = counts.map((count, i) =>
    Math.max(0, count - Math.max(leastBuckets, Math.ceil(state[tables.length + i] / (load / 2)))),
  )
  const wastedBytes = bucketBytes * spare.reduce((sum, count) => sum + count, 0)
  try {
    return { storedBytes: await sampledBytes(connection, tag, counts), wastedBytes }
  } catch {
    return { storedBytes: null, wastedBytes }
  }
}

async function sampledBytes(
  connection: RedisConnection,
  tag: string,
  counts: readonly number[],
): Promise<number> {
  const whole = ['m', 'd', 'b', 'v', 'h', 'x', 'a']
  const buckets = counts.flatMap((count, i) =>
    Array.from({ length: bucketSamples }, () => `${tables[i]}${Math.floor(Math.random() * count)}`),
  )
  const asked = [...whole, ...buckets].map(
    key => ['MEMORY', 'USAGE', `${tag}${key}`, 'SAMPLES', 40] as const,
  )
  const bytes = (await connection.commands(asked)).map(Number)
  const sampled = bytes
    .slice(whole.length)
    .map((size, i) => (size * counts[Math.floor(i / bucketSamples)]) / bucketSamples)
  return Math.round([...bytes.slice(0, whole.length), ...sampled].reduce((sum, size) => sum + size, 0))
}
