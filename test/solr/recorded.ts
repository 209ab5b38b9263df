/** Updates whose outcome was recorded from Solr 9.10.1, with the configuration and schema of `home/conf`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Step {
  readonly chain: string
  readonly format: 'json' | 'xml' | 'csv'
  readonly body: unknown
  /** Further parameters. */
  readonly extra: string
  readonly status: number
  readonly error?: { readonly code: number; readonly msg: string }
}

export interface Scenario {
  readonly scenario: string
  readonly steps: readonly Step[]
  /** The remaining documents, in the order of the index. */
  readonly index: readonly Readonly<Record<string, unknown>>[]
}

const file = join(import.meta.dirname, '../vectors/solr-e2e.json')

/** Recorded queries are left out; they are not scenarios. */
export const scenarios = (JSON.parse(readFileSync(file, 'utf8')) as Scenario[])
  .filter(({ scenario }) => scenario !== undefined)
  .map(({ index, ...rest }): Scenario => {
    return { ...rest, index: index.map(({ _version_, ...fields }) => fields) }
  })
