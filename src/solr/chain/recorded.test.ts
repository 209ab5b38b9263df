/**
 * Replays in memory the scenarios that ran on a real Solr 9.10: the same documents remain, in the same order and with the
 * same signatures, and the same requests are refused with the same messages.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Scenario, type Step, scenarios } from '../../../test/solr/recorded.ts'
import { config as configXml, schema as schemaXml } from '../../../test/solr/solr-requests.ts'
import { parseSolrSchema } from '../fields/schema.ts'
import { type SolrDocument, solrErrorOf, type UpdateCommand } from '../messages/messages.ts'
import { documentOf, fieldValue, isList, valueText } from '../messages/values.ts'
import { readUpdateText } from '../read-updates.ts'
import type { ChainEvent } from './chain-events.ts'
import { parseSolrConfig } from './config.ts'
import { type UpdateChain, updateChain } from './update-chain.ts'

const config = parseSolrConfig(configXml)
const schema = parseSolrSchema(schemaXml)

function commandsOf({ format, body }: Step): UpdateCommand[] {
  if (format !== 'csv') {
    return readUpdateText(typeof body === 'string' ? body : JSON.stringify(body), { format, schema })
  }
  const [names, ...rows] = String(body)
    .trim()
    .split('\n')
    .map(line => line.split(','))
  return rows.map(row => ({
    kind: 'add',
    document: documentOf(Object.fromEntries(names.map((name, i) => [name, row[i] || undefined]))),
    overwrite: undefined,
    commitWithin: undefined,
  }))
}

type Listed = readonly [id: string, signatures: readonly string[] | undefined]

function listed({ fields }: SolrDocument, signatureField: string): Listed {
  const value = fieldValue(fields, signatureField)
  const texts = value === undefined ? undefined : isList(value) ? value.map(valueText) : [valueText(value)]
  return [valueText(fieldValue(fields, 'id') ?? null), texts]
}

/** Runs the steps of a scenario, each request through its chain, and lists the remaining documents. */
function replay({ steps }: Scenario, signatureField: string): { errors: unknown[]; left: Listed[] } {
  const documents = new Map<string, SolrDocument>()
  const chains = new Map<string, UpdateChain>()
  const errors = steps.map(step => {
    const overwrite = !step.extra.includes('overwrite=false')
    try {
      const made = () =>
        updateChain(config.chainOf(step.chain).signatures, { schema, overwrite, keepsState: true })
      const chain = chains.get(step.chain) ?? made()
      chains.set(step.chain, chain)
      for (const command of commandsOf(step)) {
        for (const event of chain.take(command)) keep(documents, step.chain, event)
      }
      return undefined
    } catch (error) {
      const answer = solrErrorOf(error)
      if (answer === undefined) throw error
      return { code: answer.code, msg: answer.message }
    }
  })
  return { errors, left: [...documents.values()].map(document => listed(document, signatureField)) }
}

function keep(documents: Map<string, SolrDocument>, chain: string, event: ChainEvent): void {
  const isDocument = event.kind === 'document'
  const gone = isDocument ? event.replaced : event.kind === 'command' ? event.removed : undefined
  if (isDocument) documents.set(`${chain} ${event.number}`, event.command.document)
  for (const number of gone ?? []) documents.delete(`${chain} ${number}`)
}

test('there are 38 scenarios', () => {
  assert.equal(scenarios.length, 38)
})

for (const scenario of scenarios) {
  test(`as on Solr: ${scenario.scenario}`, () => {
    const [{ chain }] = scenario.steps
    const signatureField =
      chain === 'zzz' ? 'sig' : (config.chainOf(chain).signatures[0]?.signatureField ?? 'sig')
    const { errors, left } = replay(scenario, signatureField)
    assert.deepEqual(
      errors,
      scenario.steps.map(step => step.error),
    )
    const expected = scenario.index.map(({ id, [signatureField]: signature }) => {
      return [id, signature === undefined ? undefined : [signature].flat()]
    })
    assert.deepEqual(left, expected)
  })
}
