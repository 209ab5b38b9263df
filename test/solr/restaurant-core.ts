/** A core for the restaurant search, created in a running Solr. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningServer } from './start-solr.ts'

const conf = join(import.meta.dirname, 'home/restaurants/conf')

/** The address of a new, empty core that ranks by one of Lucene's similarities. */
export async function createRestaurantCore(
  { url }: RunningServer,
  name: string,
  similarity: 'BM25' | 'Classic' = 'BM25',
): Promise<string> {
  const { solr_home: home } = await answerOf(`${url}/admin/info/system?wt=json`)
  const own = join(String(home), name, 'conf')
  mkdirSync(own, { recursive: true })
  cpSync(conf, own, { recursive: true })
  const schema = readFileSync(join(conf, 'schema.xml'), 'utf8')
  writeFileSync(join(own, 'schema.xml'), schema.replace('BM25Similarity', `${similarity}Similarity`))
  await answerOf(`${url}/admin/cores?action=CREATE&name=${name}&wt=json`)
  return `${url}/${name}`
}

async function answerOf(address: string): Promise<Record<string, unknown>> {
  const answer = await fetch(address)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${address}: HTTP ${answer.status}\n${text}`)
  return JSON.parse(text)
}
