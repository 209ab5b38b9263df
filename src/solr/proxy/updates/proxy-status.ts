/**
 * Proxy status: what the proxy says about itself, at two paths of its own that are no handlers of a collection.
 *
 *     /healthz     JSON: the collections, how many documents were signed, and which was the last
 *     /metrics     the same counts for Prometheus, with requests by status
 *
 * `lastSigned` shows whether it signs: a proxy that clients do not use, or whose chain does not sign, has none, or an
 * old one.
 *
 * Source: Prometheus, "Exposition formats", text format 0.0.4.
 */
import { fieldValue, valueText } from '../../messages/values.ts'
import type { SolrAnswer } from '../upstream/solr-answer.ts'
import type { Target } from '../upstream/solr-paths.ts'
import type { SignedAdd } from './update-batches.ts'

interface LastSigned {
  /** Undefined if the document has none, or the unique key is not known. */
  readonly id: string | undefined
  readonly signature: string
  readonly collection: string
  /** Such as `2030-01-31T12:00:00.000Z`. */
  readonly at: string
}

export class ProxyStatus {
  readonly #targets: readonly Target[]
  readonly #statuses = new Map<number, number>()
  #signed = 0
  #unsigned = 0
  #passed = 0
  #last: LastSigned | undefined

  constructor(targets: readonly Target[]) {
    this.#targets = targets
  }

  /** Counts a document that the chain has taken. */
  took({ command, signature }: SignedAdd, target: Target, uniqueKey: string | undefined): void {
    if (signature === undefined) {
      this.#unsigned++
      return
    }
    this.#signed++
    const id = uniqueKey === undefined ? undefined : fieldValue(command.document.fields, uniqueKey)
    this.#last = {
      id: id === undefined ? undefined : valueText(id),
      signature,
      collection: target.path,
      at: new Date().toISOString(),
    }
  }

  /** Counts a request whose documents were forwarded as they are, because its chain does not sign. */
  passed(): void {
    this.#passed++
  }

  /** Counts the answer to a request. */
  answered(status: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
  }

  /** The answer to a request at one of the paths; undefined for all others. */
  answerAt(url: string): SolrAnswer | undefined {
    if (url === '/healthz') return answer('application/json', `${JSON.stringify(this.#health())}\n`)
    return url === '/metrics'
      ? answer('text/plain; version=0.0.4; charset=utf-8', this.#metrics())
      : undefined
  }

  #health() {
    return {
      status: 'ok',
      collections: this.#targets.map(({ origin, path }) => origin + path),
      signed: this.#signed,
      unsigned: this.#unsigned,
      passedRequests: this.#passed,
      lastSigned: this.#last ?? null,
    }
  }

  #metrics(): string {
    const requests = [...this.#statuses].map(
      ([status, count]) => `nearsame_proxy_requests_total{status="${status}"} ${count}`,
    )
    const last = this.#last === undefined ? 0 : Date.parse(this.#last.at) / 1000
    return [
      '# HELP nearsame_proxy_documents_total Documents of updates, by whether they were signed.',
      '# TYPE nearsame_proxy_documents_total counter',
      `nearsame_proxy_documents_total{signed="true"} ${this.#signed}`,
      `nearsame_proxy_documents_total{signed="false"} ${this.#unsigned}`,
      '# HELP nearsame_proxy_passed_requests_total Updates forwarded as they are, because their chain does not sign.',
      '# TYPE nearsame_proxy_passed_requests_total counter',
      `nearsame_proxy_passed_requests_total ${this.#passed}`,
      '# HELP nearsame_proxy_last_signed_seconds When a document was signed last, since 1970; 0 if none was.',
      '# TYPE nearsame_proxy_last_signed_seconds gauge',
      `nearsame_proxy_last_signed_seconds ${last}`,
      '# HELP nearsame_proxy_requests_total Requests for Solr, by the status of their answers.',
      '# TYPE nearsame_proxy_requests_total counter',
      ...requests,
      '',
    ].join('\n')
  }
}

function answer(type: string, text: string): SolrAnswer {
  return {
    status: 200,
    headers: { 'content-type': type, 'cache-control': 'no-store' },
    body: Buffer.from(text),
  }
}
