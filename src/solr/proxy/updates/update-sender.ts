/** Update sender: sends commands to a collection on behalf of a client. */
import type { OutgoingHttpHeaders } from 'node:http'
import type { Target } from '../upstream/solr-paths.ts'
import type { Upstream, WholeAnswer } from '../upstream/upstream.ts'

export class UpdateSender {
  readonly #upstream: Upstream
  readonly #headers: OutgoingHttpHeaders

  /** Equal for clients that Solr cannot tell apart. */
  get client(): string {
    return JSON.stringify(this.#headers)
  }

  /** @param headers the client's headers, such as its authorisation; without those of its body */
  constructor(upstream: Upstream, headers: OutgoingHttpHeaders) {
    this.#upstream = upstream
    this.#headers = headers
  }

  /**
   * Sends commands. Without any, only the parameters take effect.
   *
   * @param members members of Solr's JSON object of commands, in order
   * @throws ProxyFault 502, 504
   */
  update(target: Target, members: readonly string[], params: URLSearchParams): Promise<WholeAnswer> {
    const query = params.size === 0 ? '' : `?${params}`
    const body = `{${members.join(',\n')}}`
    return this.#post(target, `/update${query}`, 'application/json', body)
  }

  /** @param path of what is read, with its query, below the collection. @throws ProxyFault 502, 504 */
  read({ origin, path: collection }: Target, path: string): Promise<WholeAnswer> {
    const headers = { ...this.#headers, host: new URL(origin).host }
    return this.#upstream.send({ origin, method: 'GET', path: `${collection}${path}`, headers })
  }

  /** Asks a handler such as `/get`, with the parameters as a form. @throws ProxyFault 502, 504 */
  ask(target: Target, handler: string, params: URLSearchParams): Promise<WholeAnswer> {
    return this.#post(target, handler, 'application/x-www-form-urlencoded', String(params))
  }

  #post({ origin, path }: Target, handler: string, type: string, text: string): Promise<WholeAnswer> {
    const body = Buffer.from(text)
    return this.#upstream.send({
      origin,
      method: 'POST',
      path: `${path}${handler}`,
      headers: {
        ...this.#headers,
        host: new URL(origin).host,
        'content-type': type,
        'content-length': String(body.length),
      },
      body,
    })
  }
}

export function isGood({ status }: WholeAnswer): boolean {
  return status >= 200 && status < 300
}
