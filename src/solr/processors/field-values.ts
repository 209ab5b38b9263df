/**
 * Field values: the processors that change the values of selected fields.
 *
 *     Trim          texts lose what Java's `trim` removes, U+0000 to U+0020, at both ends
 *     RemoveBlank   empty texts go, and fields without values with them
 *     HTMLStrip     texts lose their markup
 *     Concat        several values become one text, joined by `delimiter`
 *     FirstFieldValue, LastFieldValue    of several values one stays
 *
 * The first three take every value by itself and put the results back one after the other, so a null gives way to the
 * next value. A field that is null as a whole stays.
 *
 * Source: Solr Reference Guide, "Update Request Processors"; observed on Solr 9.10.
 */
import type { SolrSchema } from '../fields/schema.ts'
import type { SolrDocument, SolrValue } from '../messages/messages.ts'
import { isList, isOfType, mergedFields, valueText, withAdded } from '../messages/values.ts'
import { type SelectsField, selectsFields, takeSelector, withoutSchema } from './field-selector.ts'
import { fieldTypeOf, isKindOf } from './field-types.ts'
import { stripHtml } from './html-strip.ts'
import { type InitArgument, InitArguments } from './init-arguments.ts'

/** What a processor makes of a document. @throws JavaException, NearsameError as Solr refuses the document */
type ChangesDocument = (document: SolrDocument) => SolrDocument

/** A processor that is run: its change under a schema. @throws NearsameError SOLR_CHAIN if it needs one */
export type FieldProcessor = (schema: SolrSchema | undefined) => ChangesDocument

/** What a field becomes; undefined if it goes. */
type Change = (value: SolrValue) => SolrValue | undefined
type Selection = 'all' | 'none' | 'single texts'

/** @throws JavaException SolrException 500 for settings with which Solr does not start, NearsameError SOLR_CHAIN */
type Reads = (given: readonly InitArgument[]) => FieldProcessor

const removed = Symbol('a value that goes')

export const valueProcessors: Readonly<Record<string, Reads>> = {
  TrimField: given => changing(given, 'all', () => eachText(trimmed)),
  RemoveBlankField: given => changing(given, 'all', () => eachText(text => (text === '' ? removed : text))),
  HTMLStripField: given => changing(given, 'none', () => eachText(stripHtml)),
  ConcatField: given =>
    changing(given, 'single texts', settings => {
      const delimiter = settings.take('delimiter')
      const joint = delimiter?.kind === 'value' ? delimiter.text : ', '
      return several(values => values.map(valueText).join(joint))
    }),
  FirstFieldValue: given => changing(given, 'none', () => several(values => [values[0]])),
  LastFieldValue: given => changing(given, 'none', () => several(values => values.slice(-1))),
}

function changing(
  given: readonly InitArgument[],
  selection: Selection,
  changeOf: (settings: InitArguments) => Change,
): FieldProcessor {
  const settings = new InitArguments(given)
  const change = changeOf(settings)
  const selector = takeSelector(settings)
  settings.refuseRest('Unexpected init param(s)')
  return schema => {
    const selects = selectsFields(selector, schema, () => defaultOf(selection, schema))
    return document => changed(document, selects, change)
  }
}

function defaultOf(selection: Selection, schema: SolrSchema | undefined): SelectsField {
  if (selection !== 'single texts') return () => selection === 'all'
  if (schema === undefined) throw withoutSchema()
  return name => {
    const field = schema.field(name)
    if (field === undefined || field.isMultiValued) return false
    const type = fieldTypeOf(field.className)
    return isKindOf(type, 'TextField') || isKindOf(type, 'StrField')
  }
}

function changed({ fields, children }: SolrDocument, selects: SelectsField, change: Change): SolrDocument {
  const found = [...mergedFields(fields)].flatMap(([name, value]) => {
    const after = selects(name) ? change(value) : value
    return after === undefined ? [] : [{ name, value: after }]
  })
  return { fields: found, children }
}

/** Changes each value that is a text. */
function eachText(change: (text: string) => string | typeof removed): Change {
  return value => {
    if (value === null) return value
    let result: SolrValue | undefined
    for (const one of isList(value) ? value : [value]) {
      const after = isText(one) ? change(valueText(one)) : one
      // Digits of a long number stay a number.
      if (after !== removed)
        result = withAdded(result, isText(one) && after === valueText(one) ? one : after)
    }
    const isEmpty = result === undefined || result === null || (isList(result) && result.length === 0)
    return isEmpty ? undefined : result
  }
}

/** Solr reads numbers beyond a long, or with many digits, as texts. */
function isText(value: SolrValue): boolean {
  return typeof value === 'string' || isOfType(value, 'BIGNUMBER')
}

/** Changes a list of at least two values. */
function several(change: (values: readonly SolrValue[]) => SolrValue): Change {
  return value => (isList(value) && value.length > 1 ? change(value) : value)
}

/** Java's `String.trim`. */
function trimmed(text: string): string {
  return text.replace(/^[\0- ]+|[\0- ]+$/g, '')
}
