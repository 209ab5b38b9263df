/**
 * Clone field: copies the values of source fields behind those of a destination.
 *
 *     source = names | selector        dest = name | pattern and replacement, applied to the name of the source
 *     pattern, replacement             short for a source whose names fit the pattern
 *
 * A destination that the document has gets its values at once, so later sources see them; others are added at the end.
 *
 * Source: Solr Reference Guide, "Update Request Processors"; observed on Solr 9.10.
 * Ours: a replacement that Solr refuses for every document is refused at the start.
 */

import { JavaException, newSolrException } from '../../methods/java/java-exception.ts'
import { inHashMapOrder } from '../../texts/java/hash-map-order.ts'
import { javaPattern, javaReplacement } from '../java/pattern.ts'
import type { SolrDocument, SolrValue } from '../messages/messages.ts'
import { isList, mergedFields, withAdded } from '../messages/values.ts'
import {
  type FieldSelector,
  type SelectsField,
  selectorOfNames,
  selectorOfPattern,
  selectsFields,
  takeSelector,
  untranslated,
} from './field-selector.ts'
import type { FieldProcessor } from './field-values.ts'
import { type InitArgument, InitArguments, type InitValue, isText } from './init-arguments.ts'

/** Solr answers with this class instead of a message. */
const modified = 'java.util.ConcurrentModificationException'

/** The destination of a source; undefined if the pattern is not in its name. */
type Destination = (source: string) => string | undefined

/** @throws JavaException SolrException 500 for settings with which Solr does not start, NearsameError SOLR_CHAIN */
export function cloneField(given: readonly InitArgument[]): FieldProcessor {
  const settings = new InitArguments(given)
  const [selector, destination] = readSettings(settings)
  settings.refuseRest('Unexpected init param(s)')
  return schema => {
    const selects = selectsFields(selector, schema, () => () => false)
    return document => cloned(document, selects, destination)
  }
}

function readSettings(settings: InitArguments): [FieldSelector, Destination] {
  const isLong = settings.has('source') && settings.has('dest')
  const isShort = settings.has('pattern') && settings.has('replacement')
  if (!isLong && !isShort) {
    const pairs = "either 'source' + 'dest', or 'replacement' + 'pattern'"
    throw newSolrException(500, `A combination of ${pairs} init params are mandatory`)
  }
  const others = isLong ? ['pattern', 'replacement'] : ['source', 'dest']
  if (others.some(name => settings.has(name)))
    throw newSolrException(500, 'Short hand syntax must not be mixed with full syntax.')
  if (!isLong) {
    const [pattern, replacement] = takePattern(settings)
    return [selectorOfPattern(pattern), replacing(pattern, replacement)]
  }
  const dest = settings.take('dest') as InitValue
  return [takeSource(settings), destinationOf(dest)]
}

function takeSource(settings: InitArguments): FieldSelector {
  const [source, second] = settings.all('source')
  if (source.kind !== 'named' || second !== undefined) return selectorOfNames(settings.takeTexts('source'))
  settings.take('source')
  const inner = new InitArguments(source.entries)
  const selector = takeSelector(inner)
  inner.refuseRest("Init param 'source' contains unexpected child param(s)")
  return selector
}

function destinationOf(dest: InitValue): Destination {
  if (isText(dest)) return () => dest.text
  if (dest.kind !== 'named') {
    const problem = "Init param 'dest' must either be a string (i.e. <str>) or a list (i.e. <lst>)"
    throw newSolrException(500, `${problem} containing 'pattern' and 'replacement'`)
  }
  const inner = new InitArguments(dest.entries)
  const [pattern, replacement] = takePattern(inner)
  inner.refuseRest("Init param 'dest' has unexpected children")
  return replacing(pattern, replacement)
}

function takePattern(settings: InitArguments): [pattern: string, replacement: string] {
  const [pattern, replacement] = [settings.take('pattern'), settings.take('replacement')]
  if (pattern && replacement && isText(pattern) && isText(replacement))
    return [pattern.text, replacement.text]
  throw newSolrException(
    500,
    "'pattern' and 'replacement' are both mandatory, and must be strings (i.e. <str>)",
  )
}

function replacing(pattern: string, replacement: string): Destination {
  const expression = javaPattern(pattern)
  const groups = expression && new RegExp(`${expression.source}|`, 'u').exec('')
  const replace = groups && javaReplacement(replacement, groups.length - 1)
  if (!expression || !replace) throw untranslated(expression ? replacement : pattern)
  return source => {
    let isFound = false
    const name = source.replace(expression, (...match: (string | number)[]) => {
      isFound = true
      return replace(match.slice(0, groups.length) as string[])
    })
    return isFound ? name : undefined
  }
}

function cloned(
  { fields, children }: SolrDocument,
  selects: SelectsField,
  dest: Destination,
): SolrDocument {
  const merged = mergedFields(fields)
  /** Fields that the document lacked. */
  const added = new Map<string, SolrValue>()
  const destinations = new Map<string, boolean>()
  for (const name of merged.keys()) {
    const value = selects(name) ? merged.get(name) : undefined
    if (value === undefined || value === null || (isList(value) && value.length === 0)) continue
    const to = dest(name)
    if (to === undefined) continue
    // Solr then extends the list that it reads.
    if (to === name && isList(value)) throw new JavaException(modified, modified)
    const into = merged.has(to) ? merged : added
    destinations.set(to, into === added)
    let result = into.get(to)
    for (const one of isList(value) ? value : [value]) result = withAdded(result, one)
    into.set(to, result as SolrValue)
  }
  for (const [name, isNew] of inHashMapOrder(destinations))
    if (isNew) merged.set(name, added.get(name) as SolrValue)
  return { fields: [...merged].map(([name, value]) => ({ name, value })), children }
}
