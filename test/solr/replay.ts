/**
 * Replay: updates whose outcome was recorded from Solr 9.10.1, sent to the proxy and to a Solr that runs the chain
 * itself. Status, error and remaining documents with their signatures must equal the recorded ones in both.
 */
import assert from 'node:assert/strict'
import { type Scenario, scenarios } from './recorded.ts'
import { commit, documentsIn, errorOf, type Found, send, wipe } from './solr-requests.ts'
import { coreUrl, openProxy, solrTest } from './solr-world.ts'

/** Documents that the proxy keeps, where Solr loses them and reports success. */
const kept: Readonly<Record<string, readonly string[]>> = {
  'analyzed signature field: term does not match': ['1', '2'],
}

/** Sends the steps of a scenario. @returns the documents left in the core */
async function play({ steps }: Scenario, updates: string, core: string): Promise<Found[]> {
  await wipe(core)
  for (const { chain, format, body, extra, status, error } of steps) {
    const reply = await send(
      `${updates}/update?wt=json&update.chain=${chain || 'off'}${extra}`,
      body,
      format,
    )
    assert.equal(reply.status, status, reply.text)
    if (error !== undefined) assert.deepEqual(errorOf(reply), error)
  }
  await commit(updates)
  return documentsIn(core)
}

function byId(documents: readonly Found[]): Found[] {
  return documents.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
}

export function replayTests(): void {
  let proxy: Promise<{ url: string }> | undefined
  for (const scenario of scenarios) {
    solrTest(`the proxy and Solr agree: ${scenario.scenario}`, async () => {
      proxy ??= openProxy({ chain: 'l3' })
      const { url } = await proxy
      const [relayed, direct] = await Promise.all([
        play(scenario, url, coreUrl('dedupe')),
        play(scenario, coreUrl('direct'), coreUrl('direct')),
      ])
      assert.deepEqual(direct, byId(scenario.index))
      const survivors = kept[scenario.scenario]
      if (survivors === undefined) assert.deepEqual(relayed, direct)
      else
        assert.deepEqual(
          relayed.map(({ id }) => id),
          survivors,
        )
    })
  }
}
