/**
 * Init arguments: the settings of a processor in `solrconfig.xml`, with the types Solr gives them.
 *
 *     <str> <bool> <int> <long> <float> <double>   a value        <arr> a list        <lst> named values        <null>
 *
 * Elements with other names are not settings.
 *
 * Source: observed on Solr 9.10.
 */
import { newSolrException } from '../../methods/java/java-exception.ts'
import { parseFloat32, parseInt32, trimBlanks } from '../../methods/java/numbers.ts'
import { doubleText, floatText } from '../java/number-text.ts'
import { parseLong, parseSolrBoolean } from '../messages/solr-params.ts'
import type { XmlNode } from '../xml/xml-tree.ts'

/** A value by its Java class; the text is that of `toString`. */
export type InitValue =
  | { readonly kind: 'value'; readonly className: string; readonly text: string }
  | { readonly kind: 'list'; readonly values: readonly InitValue[] }
  | { readonly kind: 'named'; readonly entries: readonly InitArgument[] }
  | { readonly kind: 'null' }

export interface InitArgument {
  readonly name: string | undefined
  readonly value: InitValue
}

const classes: Readonly<Record<string, string>> = {
  str: 'java.lang.String',
  bool: 'java.lang.Boolean',
  int: 'java.lang.Integer',
  long: 'java.lang.Long',
  float: 'java.lang.Float',
  double: 'java.lang.Double',
}

/** The settings of a node, in their order. @throws JavaException SolrException 500 for a value of another type */
export function initArguments(node: XmlNode): InitArgument[] {
  return node.children.flatMap(child => {
    const name = child.attribute('name')
    const value = initValue(child, name)
    return value === undefined ? [] : [{ name, value }]
  })
}

function initValue(node: XmlNode, name: string | undefined): InitValue | undefined {
  if (node.name === 'lst') return { kind: 'named', entries: initArguments(node) }
  if (node.name === 'arr') {
    return { kind: 'list', values: node.children.flatMap(child => initValue(child, undefined) ?? []) }
  }
  if (node.name === 'null') return { kind: 'null' }
  if (!Object.hasOwn(classes, node.name)) return undefined
  return { kind: 'value', className: classes[node.name], text: plainText(node, name) }
}

function plainText(node: XmlNode, name: string | undefined): string {
  const type = node.name
  const text = node.text()
  if (type === 'str') return text
  if (type === 'bool') return String(parseSolrBoolean(text))
  try {
    if (type === 'int') return String(parseInt32(text))
    if (type === 'long') return parseLong(text)
    // Both have the same grammar; a double is not rounded to a float.
    const float = parseFloat32(text)
    return type === 'float' ? floatText(float) : doubleText(doubleOf(text) ?? float)
  } catch {
    const what = name === undefined ? '' : `of '${name}' `
    throw newSolrException(500, `Value ${what}can not be parsed as '${type}': "${text}"`)
  }
}

/** A decimal number without a type suffix. */
function doubleOf(text: string): number | undefined {
  const value = Number(trimBlanks(text).replace(/[fFdD]$/, ''))
  return Number.isNaN(value) ? undefined : value
}

export function isText(value: InitValue): value is Extract<InitValue, { kind: 'value' }> {
  return value.kind === 'value' && value.className === classes.str
}

/** Java class of a value, as messages name it. */
function classOf(value: InitValue): string {
  if (value.kind === 'value') return value.className
  if (value.kind === 'list') return 'java.util.ArrayList'
  return value.kind === 'named' ? 'org.apache.solr.common.util.NamedList' : 'null'
}

/** Settings that their reader takes out one by one; what is left is unexpected. */
export class InitArguments {
  #left: readonly InitArgument[]

  constructor(given: readonly InitArgument[]) {
    this.#left = given
  }

  /** Refuses what is left. @throws JavaException SolrException 500 with the name of the first setting left */
  refuseRest(problem: string): void {
    const [argument] = this.#left
    if (argument !== undefined) throw newSolrException(500, `${problem}: '${argument.name ?? 'null'}'`)
  }

  has(name: string): boolean {
    return this.#left.some(argument => argument.name === name)
  }

  /** All values of a name, which stay. */
  all(name: string): InitValue[] {
    return this.#left.filter(argument => argument.name === name).map(({ value }) => value)
  }

  /** Takes the first value of a name. */
  take(name: string): InitValue | undefined {
    const at = this.#left.findIndex(argument => argument.name === name)
    if (at < 0) return undefined
    const { value } = this.#left[at]
    this.#left = this.#left.toSpliced(at, 1)
    return value
  }

  /** Takes all values of a name. */
  takeAll(name: string): InitValue[] {
    const values = this.all(name)
    this.#left = this.#left.filter(argument => argument.name !== name)
    return values
  }

  /** Takes all texts of a name, and those in lists. @throws JavaException SolrException 500 for other values */
  takeTexts(name: string): string[] {
    const found = this.takeAll(name).flatMap(value => (value.kind === 'list' ? value.values : [value]))
    return found.map(value => {
      if (isText(value)) return value.text
      const problem = `init arg '${name}' must be a string (ie: 'str'), or an array (ie: 'arr') containing strings`
      throw newSolrException(500, `${problem}; found: class ${classOf(value)}`)
    })
  }

  /** Takes the boolean of a name. @throws JavaException SolrException 500 for several, or another type */
  takeBoolean(name: string): boolean | undefined {
    const values = this.takeAll(name)
    if (values.length > 1) throw newSolrException(500, `Only one '${name}' is allowed`)
    const [value] = values
    if (value === undefined) return undefined
    if (value.kind === 'value' && [classes.str, classes.bool].includes(value.className))
      return value.text.toLowerCase() === 'true'
    throw newSolrException(
      500,
      `'${name}' must have type Boolean or CharSequence; found class ${classOf(value)}`,
    )
  }
}
