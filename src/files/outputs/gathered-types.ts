/**
 * Gathered types: what values of JSON are as columns of a table, found from all of them.
 *
 *     true, false ─▶ boolean    whole numbers ─▶ int (64 bits)    numbers ─▶ double    texts ─▶ string
 *     lists ─▶ list of the type of all their items    objects ─▶ struct of the fields of all, by first appearance
 *
 * Whole numbers and fractions together are doubles if each whole number is one exactly. Any other mixture is refused
 * with both records, as is what no column can hold. Nulls fit every type.
 */
import type { SchemaElement } from 'hyparquet'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

/** The types of columns that are known beforehand. */
export type FlatKind = 'int' | 'double' | 'string'

type Kind = FlatKind | 'null' | 'boolean' | 'list' | 'struct'

const words: Readonly<Record<Kind, string>> = {
  null: 'null',
  boolean: 'true or false',
  int: 'a whole number',
  double: 'a fraction',
  string: 'a text',
  list: 'a list',
  struct: 'an object',
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
  /** The record that first showed the type; the first with a whole number that is no double. */
  #at = ''
  #longAt: string | undefined
  /** The fields of objects; the items of lists, as the field `element`. */
  readonly #fields = new Map<string, GatheredType>()

  /** @param kind if it is known */
  constructor(path: readonly string[], kind: Kind = 'null') {
    this.#path = path
    this.#kind = kind
  }

  /** @param at the record, for messages @throws NearsameError OUTPUT_FORMAT */
  add(value: unknown, at: string): void {
    const kind = kindOf(value)
    if (kind === 'null') return
    this.#take(kind, at)
    if (kind === 'int' && !Number.isSafeInteger(Number(value))) this.#longAt ??= at
    if (this.#kind === 'double' && this.#longAt !== undefined)
      throw this.#refused('fractions and whole numbers up to 2^53', `${this.#at} and ${this.#longAt}`)
    if (kind === 'int' && BigInt.asIntN(64, BigInt(value as number)) !== BigInt(value as number))
      throw this.#refused('whole numbers of 64 bits', `${value} (${at})`)
    if (kind === 'string' && !(value as string).isWellFormed())
      throw this.#refused('texts of whole characters', `a half of a surrogate pair (${at})`)
    if (kind === 'list') for (const item of value as unknown[]) this.#field('element', at).add(item, at)
    if (kind !== 'struct') return
    for (const [name, item] of Object.entries(value as object)) this.#field(name, at).add(item, at)
  }

  #take(kind: Kind, at: string): void {
    if (this.#kind === 'null') this.#at = at
    if (this.#kind === kind) return
    const isNumber = (one: Kind) => one === 'int' || one === 'double'
    if (this.#kind === 'null') this.#kind = kind
    else if (isNumber(kind) && isNumber(this.#kind)) this.#kind = 'double'
    else throw this.#refused('one type', `${words[this.#kind]} (${this.#at}) and ${words[kind]} (${at})`)
  }

  #field(name: string, at: string): GatheredType {
    const known = this.#fields.get(name)
    if (known !== undefined) return known
    if (this.#path.length >= mostDepth) throw this.#refused(`at most ${mostDepth} levels`, `more (${at})`)
    const field = new GatheredType([...this.#path, name])
    this.#fields.set(name, field)
    return field
  }

  /** The elements of a Parquet schema. @throws NearsameError OUTPUT_FORMAT */
  schema(): SchemaElement[] {
    const own = { name: this.#path.at(-1) ?? '', repetition_type: 'OPTIONAL' } as const
    const inside = [...this.#fields.values()].flatMap(field => field.schema())
    if (this.#kind === 'list') {
      const items = inside.length > 0 ? inside : new GatheredType(['element']).schema()
      const repeated = { name: 'list', repetition_type: 'REPEATED', num_children: 1 } as const
      return [{ ...own, converted_type: 'LIST', num_children: 1 }, repeated, ...items]
    }
    if (this.#kind !== 'struct') return [{ ...own, ...(leaves[this.#kind] ?? text) }]
    if (inside.length === 0) throw this.#refused('objects with fields', `none (${this.#at})`)
    return [{ ...own, num_children: this.#fields.size }, ...inside]
  }

  /** A value as the writer of Parquet takes it. */
  stored(value: unknown): unknown {
    if (value === null || value === undefined || Number.isNaN(value)) return null
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
      expected: `${expected} in the field ${field} of kept records in Parquet`,
      got,
      fix: 'convert the field, or name the kept records .jsonl',
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
