/**
 * The server over a data directory as a process of its own; prints its address, and exits when its input ends.
 *
 *     node bench/online/server-process.ts DATA
 */

import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import { openServer } from '../../src/server/server.ts'

const [data] = process.argv.slice(2)
const catalogue = await openDataDirectory(data)
const server = await openServer({ catalogue })
await server.ready
console.log(server.url)
process.stdin.resume()
process.stdin.once('end', async () => {
  await server.close()
  await catalogue.close()
})
