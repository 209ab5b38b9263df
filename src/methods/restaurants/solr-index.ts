/**
 * Solr as the index of the restaurant search, over HTTP.
 *
 * A row becomes a document with the fields of the search's source: `id` (its position, from 1), `content`, `md5_hash`,
 * `num_words`, `first_word`, `content_ng` and `content_sg`. The last two must be multi-valued strings, `first_word` a
 * string. Queries are sent by POST, because they are as long as their texts:
 *
 *     q=content_ng:"art s deli" OR content_ng:"s deli 12224" OR …    fq=first_word:"art"    rows=10
 *
 * The core must be empty, since queries would also find other documents; `replace` empties it first.
 *
 * Source: Apache Solr Reference Guide 9, "JSON Formatted Index Updates", "Standard Query Parser".
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { RestaurantDocument, RestaurantIndex, RestaurantQuery } from '../contract/row-index.ts'
import { tooManyClauses } from './search/clauses.ts'

export interface SolrIndexOptions {
  /** URL of the core or collection, such as `http://localhost:8983/solr/collection1`; may contain a login. */
  readonly url: string
  /** Whether to delete all documents of the core first. */
  readonly replace?: boolean
  /** Maximum wait for an answer, in milliseconds. */
  readonly timeoutMs?: number
  /** Maximum number of concurrent queries. */
  readonly parallel?: number
}

/** A Solr core as the index of one run. Sends nothing before the first rows are added. */
export function solrIndex(options: SolrIndexOptions): RestaurantIndex {
  const core = new SolrCore(options)
  let isReady = false
  const prepare = async () => {
    if (!isReady) await core.prepare(options.replace ?? false)
    isReady = true
  }
  return {
    parallel: options.parallel ?? 8,
    add: async documents => {
      await prepare()
      await core.update(documents.map(fieldsOf))
    },
    commit: async () => {
      await prepare()
      await core.update([], true)
    },
    query: async query => {
      const ids = await core.select(paramsOf(query))
      return ids.map(id => core.rowOf(id))
    },
  }
}

/** A row as a Solr document. */
function fieldsOf({ row, content, md5, numWords, firstWord, termsOf }: RestaurantDocument) {
  return {
    id: String(row + 1),
    content,
    md5_hash: md5,
    num_words: numWords,
    first_word: firstWord,
    content_ng: termsOf('content_ng'),
    content_sg: termsOf('content_sg'),
  }
}

/** @example quoted('say "a\\b"') // => '"say \\"a\\\\b\\""' */
export function quoted(term: string): string {
  return `"${term.replace(/["\\]/g, '\\$&')}"`
}

function paramsOf({ field, terms, firstWord, rows }: RestaurantQuery): Record<string, string> {
  return {
    q: terms.map(term => `${field}:${quoted(term)}`).join(' OR '),
    ...(firstWord === undefined ? {} : { fq: `first_word:${quoted(firstWord)}` }),
    rows: String(rows),
    fl: 'id,score',
    defType: 'lucene',
    wt: 'json',
  }
}

interface SolrAnswer {
  readonly response?: { readonly numFound?: number; readonly docs?: readonly { readonly id?: unknown }[] }
  readonly error?: { readonly msg?: string }
}

class SolrCore {
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #timeoutMs: number

  constructor({ url, timeoutMs = 60_000 }: SolrIndexOptions) {
    const address = URL.canParse(url) ? new URL(url) : undefined
    if (address === undefined || !/^https?:$/.test(address.protocol)) {
      throw new NearsameError('OPTION_VALUE', {
        expected: 'url to be the http or https address of a Solr core',
        got: JSON.stringify(url),
        fix: 'write it as http://localhost:8983/solr/collection1',
      })
    }
    const { username, password } = address
    const login = [username, password].map(decodeURIComponent).join(':')
    this.#headers = username === '' ? {} : { authorization: `Basic ${btoa(login)}` }
    address.username = ''
    address.password = ''
    this.#url = address.href.replace(/(?<!\/)\/+$/, '')
    this.#timeoutMs = timeoutMs
  }

  /** Empties the core, or checks that it is empty. */
  async prepare(replace: boolean): Promise<void> {
    if (replace) {
      await this.#post('/update', JSON.stringify({ delete: { query: '*:*' } }), 'application/json')
      return
    }
    const { response } = await this.#select({ q: '*:*', rows: '0', wt: 'json' })
    const count = response?.numFound ?? 0
    if (count > 0)
      throw this.#failure('an empty core', `${count} documents`, 'name an empty core, or set replace')
  }

  async update(documents: readonly object[], commit = false): Promise<void> {
    await this.#post(`/update?commit=${commit}`, JSON.stringify(documents), 'application/json')
  }

  /** The ids of the documents found, best first. */
  async select(params: Record<string, string>): Promise<readonly unknown[]> {
    const { response } = await this.#select(params)
    return response?.docs?.map(({ id }) => id) ?? []
  }

  /** The row of an id made by `fieldsOf`. */
  rowOf(id: unknown): number {
    const row = Number(id) - 1
    if (typeof id === 'string' && Number.isInteger(row) && row >= 0) return row
    const fix = 'keep other programs from writing to the core during a run'
    throw this.#failure('the ids of this run', JSON.stringify(id), fix)
  }

  #select(params: Record<string, string>): Promise<SolrAnswer> {
    const body = new URLSearchParams(params).toString()
    return this.#post('/select', body, 'application/x-www-form-urlencoded')
  }

  async #post(path: string, body: string, type: string): Promise<SolrAnswer> {
    const { status, text } = await this.#send(path, body, type)
    const answer = parseAnswer(text)
    if (status === 200 && answer !== undefined) return answer
    const said = answer?.error?.msg ?? text.replace(/<[^>]*>/g, ' ')
    if (/too many boolean clauses/i.test(said))
      throw tooManyClauses('more', 'maxBooleanClauses of Solr', this.#url)
    const fix = 'check the log of Solr; the schema needs the fields in docs/methods/restaurants-shingles.md'
    throw this.#failure(
      'an answer',
      `HTTP ${status}: ${said.trim().replace(/\s+/g, ' ').slice(0, 300)}`,
      fix,
    )
  }

  async #send(path: string, body: string, type: string): Promise<{ status: number; text: string }> {
    try {
      const answer = await fetch(this.#url + path, {
        method: 'POST',
        headers: { ...this.#headers, 'content-type': type },
        body,
        signal: AbortSignal.timeout(this.#timeoutMs),
      })
      return { status: answer.status, text: await answer.text() }
    } catch (cause) {
      const reason = cause instanceof Error ? (cause.cause ?? cause) : cause
      throw this.#failure('an answer', String(reason), 'start Solr, or correct the address', cause)
    }
  }

  #failure(expected: string, got: string, fix: string, cause?: unknown): NearsameError {
    return new NearsameError('INDEX_FAILED', { expected, got, where: this.#url, fix, cause })
  }
}

function parseAnswer(text: string): SolrAnswer | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
