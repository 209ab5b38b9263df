/**
 * An import as a process of its own: sends documents as one NDJSON body of about MEGABYTES, and reads each result.
 *
 *     node bench/online/import-process.ts URL COLLECTION DOCUMENTS.jsonl MEGABYTES        figures as JSON
 */
import { createReadStream } from 'node:fs'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

async function* lines(file: string, bytes: number): AsyncGenerator<string> {
  let sent = 0
  for await (const line of createInterface({ input: createReadStream(file, { highWaterMark: 1 << 18 }) })) {
    if (sent >= bytes) return
    sent += line.length + 1
    yield `${line}\n`
  }
}

async function main(): Promise<void> {
  const [url, collection, file, megabytes] = process.argv.slice(2)
  const from = performance.now()
  const headers = { 'content-type': 'application/x-ndjson' }
  const sending = request(`${url}/v1/collections/${collection}/documents`, { method: 'POST', headers })
  const answer = new Promise<number>((resolve, reject) => {
    sending.once('error', reject)
    sending.once('response', async response => {
      let added = 0
      for await (const line of createInterface({ input: response })) {
        const { status } = JSON.parse(line) as { status: string }
        if (status !== 'added') reject(new Error(`document ${added}: ${line.slice(0, 300)}`))
        added++
      }
      resolve(added)
    })
  })
  await pipeline(Readable.from(lines(file, Number(megabytes) * 1e6)), sending)
  const documents = await answer
  console.log(JSON.stringify({ documents, seconds: (performance.now() - from) / 1000 }))
}

await main()
