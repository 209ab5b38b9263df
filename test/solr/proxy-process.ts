/**
 * A proxy in its own process, to measure its memory. Argument: its options as JSON. Prints its URL, and, when its
 * standard input closes, its peak memory in MB.
 */
import { peakMemory } from '../../src/files/run/report.ts'
import { openSolrProxy } from '../../src/solr/jobs/solr.ts'

const proxy = await openSolrProxy(JSON.parse(process.argv[2]))
process.stdout.write(`${proxy.url}\n`)
process.stdin.resume().once('end', () => {
  process.stdout.write(`${Math.round(peakMemory() / 1e6)}\n`)
  process.exit(0)
})
