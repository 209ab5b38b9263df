/** Collections: what the proxy must know about the collections behind it. Asked once, as the client that needs it. */
import type { SolrSchema } from '../../fields/schema.ts'
import { ProxyFault } from '../upstream/proxy-fault.ts'
import type { Target } from '../upstream/solr-paths.ts'
import type { WholeAnswer } from '../upstream/upstream.ts'
import type { UpdateSender } from './update-sender.ts'

/**
 * How children are found: not at all, because there are none; by their root, `_root_`; or by their path, `_nest_path_`.
 */
type ChildrenKind = 'none' | 'roots' | 'paths'

export class SolrCollections {
  readonly #knownKey: string | undefined
  readonly #schema: SolrSchema | undefined
  readonly #answers = new Map<string, Promise<WholeAnswer>>()

  /** @param uniqueKey the unique key, or undefined to ask Solr */
  constructor(uniqueKey: string | undefined, schema: SolrSchema | undefined) {
    this.#knownKey = uniqueKey
    this.#schema = schema
  }

  /** The unique key of the schema. @throws ProxyFault if Solr does not return it */
  async uniqueKeyOf(target: Target, sender: UpdateSender): Promise<string | undefined> {
    if (this.#knownKey !== undefined) return this.#knownKey
    const { body } = await this.#ask(target, sender, '/schema/uniquekey', [200])
    const { uniqueKey } = JSON.parse(Buffer.from(body).toString())
    return typeof uniqueKey === 'string' ? uniqueKey : undefined
  }

  /** @throws ProxyFault if Solr does not tell */
  async childrenIn(target: Target, sender: UpdateSender): Promise<ChildrenKind> {
    const hasField = async (name: string) => {
      if (this.#schema !== undefined) return this.#schema.field(name) !== undefined
      return (await this.#ask(target, sender, `/schema/fields/${name}`, [200, 404])).status === 200
    }
    if (!(await hasField('_root_'))) return 'none'
    return (await hasField('_nest_path_')) ? 'paths' : 'roots'
  }

  /** Asks once for each collection, and again after a failure. */
  #ask(
    target: Target,
    sender: UpdateSender,
    path: string,
    expected: readonly number[],
  ): Promise<WholeAnswer> {
    const key = target.origin + target.path + path
    const asked = this.#answers.get(key) ?? sender.read(target, `${path}?wt=json`)
    this.#answers.set(key, asked)
    const checked = asked.then(answer => {
      if (!expected.includes(answer.status)) throw unanswered(target, path, answer)
      return answer
    })
    return checked.catch((error: unknown) => {
      this.#answers.delete(key)
      throw error
    })
  }
}

/** Solr's own refusal of a client is passed on, so that it can give its credentials. */
function unanswered(
  { origin, path }: Target,
  handler: string,
  { status, headers }: WholeAnswer,
): ProxyFault {
  const fix = 'let its clients read the schema, or give it to the proxy (`schema`)'
  const isRefusal = status === 401 || status === 403
  const fault = new ProxyFault(
    isRefusal ? status : 502,
    `${origin}${path}${handler} answers ${status}: ${fix}`,
  )
  fault.challenge = status === 401 ? headers['www-authenticate'] : undefined
  return fault
}
