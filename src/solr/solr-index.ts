/**
 * Solr as the index of the restaurant search, over HTTP.
 *
 * A row is a document with the fields of the search's source: `id` (its position, from 1), `content`, `md5_hash`,
 * `num_words`, `first_word`, `content_ng` and `content_sg`. The last two must be multi-valued strings, `first_word` a
 * string. A query is sent by POST, because a long text makes a long one:
 *
 *     q=content_ng:"art s deli" OR content_ng:"s deli 12224" OR …    fq=first_word:"art"    rows=10
 *
 * The core must be empty, since other documents would be found, too; with `replace` it is emptied first.
 *
 * Source: Apache Solr Reference Guide 9, "JSON Formatted Index Updates", "Standard Query Parser".
 */
import { NearsameError } from '../ground/errors/nearsame-error.ts'
import type { RestaurantDocument, RestaurantIndex, RestaurantQuery } from '../methods/contract/row-index.ts'
import { tooManyClauses } from '../methods/restaurants/search/clauses.ts'

export interface SolrIndexOptions {
  /** Of the core or collection, such as `http://localhost:8983/solr/collection1`; may name a user and a password. */
  readonly url: string
  /** Whether all documents of the core are deleted first. */
  readonly replace?: boolean
  /** Longest wait for an answer. */
  readonly timeoutMs?: number
  /** Queries under way at a time. */
  readonly parallel?: number
}

/** A Solr core as an index for one run. Nothing is sent before the first rows are added. */
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

/** A row as a document of Solr. */
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

  /** Empties the core, or makes sure that it is empty. */
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

  /** The row of an id that `fieldsOf` gave. */
  rowOf(id: unknown): number {
    const row = Number(id) - 1
    if (typeof id === 'string' && Number.isInteger(row) && row >= 0) return row
    const fix = 'let nothing else write to the core during a run'
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
    const fix = 'see the log of Solr; the schema needs the fields of docs/methods/restaurants-shingles.md'
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
