/**
 * Shown fields: what the starts of all inputs of a side show of its fields, and which of them hold the text.
 *
 * No record and no file decides alone, whatever their order: the fields of the other side are taken if any record has
 * a text in one of them, then `text` if any record has a field of this name, then the only field of texts.
 */
import { areColumns, columnFields } from '../../ground/json/column-fields.ts'
import { hasText, isWithin } from '../../ground/json/field.ts'
import { noTextField } from '../formats/no-text-field.ts'

/** What the caller says of the fields of a side. */
interface FieldRules {
  /** The text fields; undefined if records must show them, `*` for all. */
  readonly text: readonly string[] | undefined
  readonly id: string
  /** Text fields of the other side, by their names in this one. */
  readonly preferred: readonly string[]
  /** Whether the method reads the fields of a record one by one. */
  readonly columns: boolean
}

/** Paths to texts inside lists and objects that a refusal names, at most. */
const mostPaths = 10
/** Keys of such a path, at most. */
const longestPath = 5
/** Items of a list that are looked at. */
const fewItems = 3

export class ShownFields {
  readonly #rules: FieldRules
  /** The first value of each field that holds one value somewhere, a string before any other. */
  readonly #values = new Map<string, unknown>()
  /** Names of all fields. */
  readonly names = new Set<string>()
  /** Paths to texts inside lists and objects, to name in a refusal. */
  readonly #paths = new Set<string>()
  #hasPreferred = false
  #isHeaders = false

  constructor(rules: FieldRules) {
    this.#rules = rules
  }

  addRecord(record: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(record)) {
      this.names.add(name)
      if (typeof value === 'object') this.#addPaths(value, [name])
      if (value === null || value === undefined || typeof value === 'object') continue
      if (!this.#values.has(name) || typeof value === 'string') this.#values.set(name, value)
    }
    this.#hasPreferred ||= hasText(record, this.#rules.preferred)
  }

  #addPaths(value: unknown, path: readonly string[]): void {
    if (this.#paths.size === mostPaths || path.length > longestPath) return
    if (typeof value === 'string') this.#paths.add(path.join('.'))
    if (typeof value !== 'object' || value === null) return
    const isList = Array.isArray(value)
    for (const [key, item] of Object.entries(isList ? value.slice(0, fewItems) : value))
      if (!/[.*]/.test(key)) this.#addPaths(item, [...path, isList ? '*' : key])
  }

  /** Adds a header, or the columns of a schema, each with a sample of its values; null if these are no text. */
  addHeader(columns: readonly (readonly [name: string, sample: unknown])[]): void {
    this.#isHeaders = true
    this.addRecord(Object.fromEntries(columns))
    this.#hasPreferred ||= this.hasOneOf(this.#rules.preferred)
  }

  /** Whether nothing that follows can change the text fields. */
  get isEnough(): boolean {
    const { preferred } = this.#rules
    if (areColumns(this.#rules)) return false
    return preferred.length > 0 ? this.#hasPreferred : this.names.has('text')
  }

  /** @throws NearsameError TEXT_FIELD if several fields, or none of those shown, could hold the text */
  textFields(offersRecords: boolean): readonly string[] {
    const { id, preferred, text } = this.#rules
    const others = this.#isHeaders ? preferred.filter(field => this.#isColumn(field)) : preferred
    if (text === undefined && this.#hasPreferred) return others
    if (areColumns(this.#rules)) {
      const rules = { ...this.#rules, preferred: [] }
      const columns = columnFields(rules, Object.fromEntries(this.#values)) ?? []
      if (columns.length > 0) return columns
    }
    if (this.names.has('text')) return ['text']
    const strings = [...this.#values.keys()].filter(
      name => name !== id && typeof this.#values.get(name) === 'string',
    )
    if (strings.length === 1) return strings
    // Without any record all of them are bad, whichever field it is.
    if (this.names.size === 0) return ['text']
    const paths = [...this.#paths]
    const isInside = (name: string) => paths.some(path => path.startsWith(`${name}.`))
    const fields = strings.length === 0 ? [...this.names].filter(name => !isInside(name)) : strings
    throw noTextField([...fields, ...paths], offersRecords)
  }

  /** Whether one of the fields is there. */
  hasOneOf(fields: readonly string[]): boolean {
    return fields.some(field => this.#isColumn(field))
  }

  #isColumn(field: string): boolean {
    return this.names.values().some(name => isWithin(field, name))
  }
}
