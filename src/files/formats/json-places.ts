/**
 * JSON places: where in a JSON text its strings stand.
 *
 * The value is built like that of `JSON.parse`, with a `StringPlace` for each string and null for what is neither
 * string, list nor object; the last of equal keys wins. REQUIRES: a valid JSON text.
 */

/** The bytes [from, to) between the quotes of a string. Its fields are no fields of the record. */
export class StringPlace {
  readonly #from: number
  readonly #to: number

  constructor(from: number, to: number) {
    this.#from = from
    this.#to = to
  }

  get from(): number {
    return this.#from
  }

  get to(): number {
    return this.#to
  }
}

type Located = StringPlace | null | Located[] | { [key: string]: Located }

/** The value that begins a JSON text. */
export function locatedValue(json: Buffer): Located {
  return new Locator(json).value()
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]

class Locator {
  readonly #json: Buffer
  #at = 0

  constructor(json: Buffer) {
    this.#json = json
  }

  value(): Located {
    this.#skipBlanks()
    const byte = this.#json[this.#at]
    if (byte === quote) return this.#string()
    if (byte === 0x7b) return this.#object()
    if (byte === 0x5b) return this.#list()
    while (this.#at < this.#json.length && !this.#isEnd(this.#json[this.#at])) this.#at++
    return null
  }

  #isEnd(byte: number): boolean {
    return byte === comma || byte === 0x7d || byte === 0x5d || byte <= 0x20
  }

  #object(): { [key: string]: Located } {
    const object: { [key: string]: Located } = {}
    this.#at++
    for (this.#skipBlanks(); this.#json[this.#at] !== 0x7d; this.#skipBlanks()) {
      const { from, to } = this.#string()
      const key = JSON.parse(this.#json.toString('utf8', from - 1, to + 1)) as string
      this.#skipBlanks()
      this.#at++ // the colon
      Object.defineProperty(object, key, {
        value: this.value(),
        writable: true,
        enumerable: true,
        configurable: true,
      })
      this.#skipComma()
    }
    this.#at++
    return object
  }

  #list(): Located[] {
    const list: Located[] = []
    this.#at++
    for (this.#skipBlanks(); this.#json[this.#at] !== 0x5d; this.#skipBlanks()) {
      list.push(this.value())
      this.#skipComma()
    }
    this.#at++
    return list
  }

  #string(): StringPlace {
    const from = ++this.#at
    while (this.#json[this.#at] !== quote) this.#at += this.#json[this.#at] === backslash ? 2 : 1
    return new StringPlace(from, this.#at++)
  }

  #skipComma(): void {
    this.#skipBlanks()
    if (this.#json[this.#at] === comma) this.#at++
  }

  #skipBlanks(): void {
    while (this.#json[this.#at] <= 0x20) this.#at++
  }
}
