/**
 * Gathered types: what values of JSON are as columns of a table, found from all of them.
 *
 *     true, false ─▶ boolean    whole numbers ─▶ int (64 bits)    numbers ─▶ double    texts ─▶ string
 *     lists ─▶ list of the type of all their items    objects ─▶ struct of the fields of all, by first appearance
 *
 * Whole numbers and fractions together are doubles if each whole number is one exactly. Any other mixture is refused
 * with both records, as is what no column can hold; or all values of the column become their JSON. Nulls fit every
 * type.
 */
import type { SchemaElement } from 'hyparquet'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { toJson } from '../../ground/json/exact-json.ts'

/** The types of columns that are known beforehand. */
export type FlatKind = 'int' | 'double' | 'string'

type Kind = FlatKind | 'null' | 'boolean' | 'list' | 'struct' | 'json'

const words: Readonly<Record<Kind, string>> = {
  null: 'null',
  boolean: 'true or false',
  int: 'a whole number',
  double: 'a fraction',
  string: 'a text',
  list: 'a list',
  struct: 'an object',
  json: 'JSON',
}

const mostDepth = 64
const leaves: { readonly [kind in Kind]?: Partial<SchemaElement> } = {
  boolean: { type: 'BOOLEAN' },
  int: { type: 'INT64' },
  double: { type: 'DOUBLE' },
}
const text: Partial<SchemaElement> = { type: 'BYTE_ARRAY', converted_type: 'UTF8' }

export class GatheredType {
  readonly #path: readonly string[]
  #kind: Kind
  readonly #takesMixtures: boolean
  /** The record that first showed the type; the first with a fraction, and with a whole number that is no double. */
  #at = ''
  #fractionAt: string | undefined
  #longAt: string | undefined
  /** The fields of objects; the items of lists, as the field `element`. */
  readonly #fields = new Map<string, GatheredType>()

  /** @param kind if it is known @param takesMixtures whether a mixture becomes JSON */
  constructor(path: readonly string[], kind: Kind = 'null', takesMixtures = false) {
    this.#path = path
    this.#kind = kind
    this.#takesMixtures = takesMixtures
  }

  /** @param at the record, for messages @throws NearsameError OUTPUT_FORMAT */
  add(value: unknown, at: string): void {
    const kind = kindOf(value)
    if (kind === 'null' || this.#kind === 'json') return
    const refused = this.#take(kind, at) ?? this.#refusedValue(value, kind, at)
    if (refused !== undefined) this.#mix(refused)
    else if (kind === 'list')
      for (const item of value as unknown[]) this.#field('element', at)?.add(item, at)
    else if (kind === 'struct')
      for (const [name, item] of Object.entries(value as object)) this.#field(name, at)?.add(item, at)
  }

  #take(kind: Kind, at: string): NearsameError | undefined {
    if (this.#kind === 'null') this.#at = at
    if (kind === 'double') this.#fractionAt ??= at
    const isNumber = (one: Kind) => one === 'int' || one === 'double'
    if (this.#kind === 'null') this.#kind = kind
    else if (isNumber(kind) && isNumber(this.#kind)) this.#kind = kind === 'int' ? this.#kind : 'double'
    else if (this.#kind !== kind)
      return this.#refused('one type', `${words[this.#kind]} (${this.#at}) and ${words[kind]} (${at})`)
    return undefined
  }

  /** Why no column of the type has such a value. */
  #refusedValue(value: unknown, kind: Kind, at: string): NearsameError | undefined {
    if (kind === 'int' && !Number.isSafeInteger(Number(value))) this.#longAt ??= at
    if (this.#kind === 'double' && this.#longAt !== undefined)
      return this.#refused(
        'fractions and whole numbers up to 2^53',
        `a fraction (${this.#fractionAt}) and a longer number (${this.#longAt})`,
      )
    if (kind === 'int' && BigInt.asIntN(64, BigInt(value as number)) !== BigInt(value as number))
      return this.#refused('whole numbers of 64 bits', `${value} (${at})`)
    if (kind === 'string' && !(value as string).isWellFormed())
      return this.#refused('texts of whole characters', `a half of a surrogate pair (${at})`)
    return undefined
  }

  #mix(refused: NearsameError): void {
    if (!this.#takesMixtures) throw refused
    this.#kind = 'json'
    this.#fields.clear()
  }

  /** The type of a field or of the items; none once all became JSON. */
  #field(name: string, at: string): GatheredType | undefined {
    const known = this.#fields.get(name)
    if (known !== undefined || this.#kind === 'json') return known
    if (this.#path.length >= mostDepth) {
      this.#mix(this.#refused(`at most ${mostDepth} levels`, `more (${at})`))
      return undefined
    }
    const field = new GatheredType([...this.#path, name], 'null', this.#takesMixtures)
    this.#fields.set(name, field)
    return field
  }

  /** The elements of a Parquet schema. @throws NearsameError OUTPUT_FORMAT */
  schema(): SchemaElement[] {
    if (this.#kind === 'struct' && this.#fields.size === 0)
      this.#mix(this.#refused('objects with fields', `none (${this.#at})`))
    const own = { name: this.#path.at(-1) ?? '', repetition_type: 'OPTIONAL' } as const
    const inside = [...this.#fields.values()].flatMap(field => field.schema())
    if (this.#kind === 'list') {
      const items = inside.length > 0 ? inside : new GatheredType(['element']).schema()
      const repeated = { name: 'list', repetition_type: 'REPEATED', num_children: 1 } as const
      return [{ ...own, converted_type: 'LIST', num_children: 1 }, repeated, ...items]
    }
    if (this.#kind !== 'struct') return [{ ...own, ...(leaves[this.#kind] ?? text) }]
    return [{ ...own, num_children: this.#fields.size }, ...inside]
  }

  /** A value as the writer of Parquet takes it. */
  stored(value: unknown): unknown {
    if (value === null || value === undefined || Number.isNaN(value)) return null
    if (this.#kind === 'json') return toJson(value)
    if (this.#kind === 'int') return BigInt(value as number)
    if (this.#kind === 'double') return Number(value)
    const element = this.#fields.get('element')
    if (this.#kind === 'list') return (value as unknown[]).map(item => element?.stored(item) ?? null)
    if (this.#kind !== 'struct') return this.#kind === 'string' ? String(value) : value
    const given = value as Readonly<Record<string, unknown>>
    const entries = Array.from(this.#fields, ([name, field]) => {
      return [name, Object.hasOwn(given, name) ? field.stored(given[name]) : null] as const
    })
    return Object.fromEntries(entries)
  }

  #refused(expected: string, got: string): NearsameError {
    const field = JSON.stringify(this.#path.join('.'))
    return new NearsameError('OUTPUT_FORMAT', {
      expected: `${expected} in the field ${field} of records in Parquet`,
      got,
      fix: 'convert the field, set `types` to text for its JSON, or name the file .jsonl',
    })
  }
}

function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object') return 'struct'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'double'
  return 'string'
}
