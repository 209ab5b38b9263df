/**
 * A process that holds the lease of a collection in the middle of a write: `node redis-holder.ts URL NAME LEASE_MS`. It
 * prints `holding`, goes on with the write on any input, and prints `wrote N`, the number of its document.
 */
import { once } from 'node:events'
import { openRedisCatalogue } from '../../src/online/redis/catalogue.ts'
import { noChanges } from '../conformance/store-world.ts'
import { add, documentOf } from './redis-documents.ts'

const [url, name, leaseMs] = process.argv.slice(2)
const times = { leaseMs: Number(leaseMs), waitMs: 10_000 }
const header = { format: 1, agree: 1, options: {} }
const catalogue = await openRedisCatalogue({ url, times })
const [holder, other] = [catalogue.store(name), catalogue.store(name)]
await holder.open(header)
await other.open(header)

let attempts = 0
const written = await holder.write(async writer => {
  const { document } = await writer.counters()
  attempts++
  // Another write interrupts the first attempt, so that the next one takes the lease.
  if (attempts === 1) await add(other, 1, () => [1])
  if (attempts === 2) {
    process.stdout.write('holding\n')
    await once(process.stdin, 'data')
  }
  await writer.apply({ ...noChanges, added: [documentOf(document, [1])], newClusters: 1 })
  return document
})
process.stdout.write(`wrote ${written} in ${attempts}\n`)
await holder.close()
await other.close()
await catalogue.close()
process.exit()
