/** Processors before the signature: random chains and documents have the signatures that a real Solr gives them. */
import assert from 'node:assert/strict'
import { parseSolrConfig, type SolrChain } from '../../src/solr/chain/config.ts'
import { UpdateChain } from '../../src/solr/chain/update-chain.ts'
import { parseSolrSchema } from '../../src/solr/fields/schema.ts'
import { solrErrorOf } from '../../src/solr/messages/messages.ts'
import { readUpdateText } from '../../src/solr/read-updates.ts'
import { chainNames, randomConfig, randomDocument } from './random-chains.ts'
import { commit, documentsIn, schema as schemaXml, send } from './solr-requests.ts'
import { coreUrl, solrTest } from './solr-world.ts'

const documentsEach = 20

const schema = parseSolrSchema(schemaXml)

/** The signature here, or the status with which it is refused. */
function signatureOf({ steps }: SolrChain, document: string): string {
  // The step behind the signature, which only makes room, is not run here.
  const signing = { steps: steps.filter(({ kind }) => kind !== 'other'), isStoring: true }
  try {
    const [event] = new UpdateChain(signing, { schema }).take(
      readUpdateText(`[${document}]`, { schema })[0],
    )
    return event.kind === 'document' ? String(event.signature) : event.kind
  } catch (error) {
    return String(solrErrorOf(error)?.code ?? error)
  }
}

export function processorsTests(): void {
  solrTest('random chains sign as Solr does', async () => {
    const core = coreUrl('random')
    const { chainOf } = parseSolrConfig(randomConfig)
    const here = new Map<string, string>()
    const refused = new Map<string, string>()
    for (const name of chainNames) {
      const documents = Array.from({ length: documentsEach }, (_, i) => [
        `${name}-${i}`,
        randomDocument(`${name}-${i}`),
      ])
      await Promise.all(
        documents.map(async ([id, document]) => {
          here.set(id, signatureOf(chainOf(name), document))
          const { status } = await send(`${core}/update?update.chain=${name}`, `[${document}]`)
          if (status !== 200) refused.set(id, String(status))
        }),
      )
    }
    await commit(core)
    const stored = await documentsIn(core)
    const there = new Map([
      ...refused,
      ...stored.map(({ id, sig }): [string, string] => [String(id), String(sig)]),
    ])
    assert.equal(there.size, chainNames.length * documentsEach)
    assert.ok(stored.length > 600)
    assert.deepEqual([...here].sort(), [...there].sort())
  })
}
