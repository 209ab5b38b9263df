/**
 * A client of the soak: adds, checks, replaces and removes documents of its own, one request after the other, and
 * verifies every answer.
 */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../random.ts'
import { TextMaker } from './texts.ts'

export interface SoakTarget {
  readonly url: string
  readonly collection: string
  /** Maximum number of documents that a client keeps. */
  readonly most: number
}

interface Asked {
  readonly status: number
  readonly body: unknown
}

interface Matches {
  readonly matches: readonly { readonly id: string; readonly similarity: number }[]
}

export class SoakClient {
  readonly #target: SoakTarget
  readonly #name: string
  readonly #random: Random
  readonly #maker: TextMaker
  /** Text of each stored document. */
  readonly #texts = new Map<string, string>()
  #last = 0
  /** Requests so far. */
  requests = 0
  /** Documents added so far, replaced ones included. */
  added = 0

  constructor(target: SoakTarget, place: number, seed: number) {
    this.#target = target
    this.#name = `c${place}`
    this.#random = new Random(seed, 1000 + place)
    this.#maker = new TextMaker(1000 * seed + place, undefined, false)
  }

  get documents(): number {
    return this.#texts.size
  }

  /** Sends one request of the mixture. @throws Error if the answer is wrong */
  async step(): Promise<void> {
    const unit = this.#random.unit()
    if (this.#texts.size < 10) return this.#add()
    if (unit < 0.3) return this.#checkFresh()
    if (unit < 0.6) return this.#checkCopy()
    if (unit < 0.85) return this.#texts.size < this.#target.most ? this.#add() : this.#remove()
    if (unit < 0.9) return this.#remove()
    if (unit < 0.95) return this.#replace()
    if (unit < 0.98) return this.#get()
    return this.#lists()
  }

  /** Gives up half-way through a long body, as a killed client does. Which documents were added is unknown. */
  async giveUp(): Promise<void> {
    const headers = { 'content-type': 'application/x-ndjson' }
    const sending = request(`${this.#target.url}/v1/collections/abandoned/documents`, {
      method: 'POST',
      headers,
    })
    sending.on('error', () => {})
    for (let line = 0; line < 50; line++)
      sending.write(`${JSON.stringify({ text: this.#maker.check('fresh').text })}\n`)
    await sleep(50)
    sending.destroy()
  }

  async #checkFresh(): Promise<void> {
    const { matches } = (await this.#ask('POST', 'check', {
      text: this.#maker.check('fresh').text,
    })) as Matches
    if (matches.length > 0) throw new Error(`a new text matches ${JSON.stringify(matches[0])}`)
  }

  async #checkCopy(): Promise<void> {
    const [id, text] = this.#one()
    const { matches } = (await this.#ask('POST', 'check', { text: this.#maker.edited(text, 1) })) as Matches
    const found = matches.find(match => match.id === id)
    if (found === undefined || found.similarity < 0.9)
      throw new Error(`a near copy of ${id} does not match it`)
    const gone = matches.find(match => match.id.startsWith(this.#name) && !this.#texts.has(match.id))
    if (gone !== undefined) throw new Error(`${gone.id} was removed and is found`)
  }

  async #add(): Promise<void> {
    const isCopy = this.#texts.size > 0 && this.#random.unit() < 0.1
    const text = isCopy ? this.#maker.edited(this.#one()[1], 1) : this.#maker.check('fresh').text
    const id = `${this.#name}-${++this.#last}`
    await this.#put(id, text, 'add', 'added')
  }

  async #replace(): Promise<void> {
    const [id] = this.#one()
    await this.#put(id, this.#maker.check('fresh').text, 'replace', 'replaced')
  }

  async #put(id: string, text: string, onDuplicate: string, wanted: string): Promise<void> {
    const answer = await this.#ask('POST', `documents?onDuplicate=${onDuplicate}`, { id, text })
    const [{ status }] = (answer as { results: { status: string }[] }).results
    if (status !== wanted)
      throw new Error(`${id}: expected ${wanted}, got ${JSON.stringify(answer).slice(0, 300)}`)
    this.#texts.set(id, text)
    this.added++
  }

  async #remove(): Promise<void> {
    const [id] = this.#one()
    await this.#ask('DELETE', `documents/${id}`)
    this.#texts.delete(id)
  }

  async #get(): Promise<void> {
    const [id, text] = this.#one()
    const { document } = (await this.#ask('GET', `documents/${id}`)) as { document: { text: string } }
    if (document.text !== text) throw new Error(`${id}: another text than was stored`)
  }

  async #lists(): Promise<void> {
    const ids = Array.from({ length: 5 }, () => this.#one()[0])
    await this.#ask('POST', 'collapse', { ids: [...new Set(ids)] })
    await this.#ask('GET', 'clusters?limit=20')
    await this.#ask('GET', 'changes?limit=20')
  }

  /** One of the stored documents. */
  #one(): [string, string] {
    // A map iterates from the oldest; a few steps are random enough and cost nothing.
    let skip = this.#random.below(Math.min(50, this.#texts.size))
    for (const entry of this.#texts) if (skip-- === 0) return entry
    throw new Error('no documents')
  }

  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    const { url, collection } = this.#target
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const answer = await fetch(`${url}/v1/collections/${collection}/${path}`, { method, ...sent })
    const shown: Asked = { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
    this.requests++
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(shown).slice(0, 500)}`)
    return shown.body
  }
}
