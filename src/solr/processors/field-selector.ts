/**
 * Field selector: which fields of a document a processor changes.
 *
 *     selected = fieldName ∧ fieldNameMatchesSchemaField ∧ typeName ∧ typeClass ∧ fieldRegex, and no `exclude`
 *
 * Of several settings of a name one must fit. A name that the schema does not know fits any `typeName` and
 * `typeClass`. Without any of the settings the processor has its own default; an empty `exclude` excludes nothing.
 *
 * Source: observed on Solr 9.10.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { newSolrException } from '../../methods/java/java-exception.ts'
import type { SolrSchema } from '../fields/schema.ts'
import { wholePattern } from '../java/pattern.ts'
import { fieldTypeOf, isKindOf } from './field-types.ts'
import { InitArguments } from './init-arguments.ts'

interface Criteria {
  readonly names: readonly string[]
  readonly typeNames: readonly string[]
  readonly typeClasses: readonly string[]
  readonly patterns: readonly RegExp[]
  readonly isInSchema: boolean | undefined
}

export type SelectsField = (name: string) => boolean

export interface FieldSelector {
  /** Undefined: the processor's default. */
  readonly included: Criteria | undefined
  readonly excluded: readonly Criteria[]
}

/** A selector of the fields with these names. */
export function selectorOfNames(names: readonly string[]): FieldSelector {
  return { included: { ...noCriteria, names }, excluded: [] }
}

/** A selector of the fields whose names fit a pattern as a whole. */
export function selectorOfPattern(pattern: string): FieldSelector {
  return { included: { ...noCriteria, patterns: [patternOf(pattern)] }, excluded: [] }
}

const noCriteria: Criteria = {
  names: [],
  typeNames: [],
  typeClasses: [],
  patterns: [],
  isInSchema: undefined,
}

/**
 * Takes the settings of a selector.
 *
 * @throws JavaException SolrException 500 as Solr; NearsameError SOLR_CHAIN for patterns and classes without an equal
 * here
 */
export function takeSelector(given: InitArguments): FieldSelector {
  const included = takeCriteria(given)
  const excluded = given.takeAll('exclude').flatMap(value => {
    if (value.kind === 'null') throw newSolrException(500, "'exclude' init param can not be null")
    if (value.kind !== 'named') throw newSolrException(500, "'exclude' init param must be <lst/>")
    const inner = new InitArguments(value.entries)
    const criteria = takeCriteria(inner)
    inner.refuseRest("Unexpected 'exclude' init sub-param(s)")
    return criteria ?? []
  })
  return { included, excluded }
}

function takeCriteria(given: InitArguments): Criteria | undefined {
  const criteria: Criteria = {
    names: given.takeTexts('fieldName'),
    typeNames: given.takeTexts('typeName'),
    patterns: given.takeTexts('fieldRegex').map(patternOf),
    typeClasses: given.takeTexts('typeClass').map(fieldTypeOf),
    isInSchema: given.takeBoolean('fieldNameMatchesSchemaField'),
  }
  const { isInSchema, ...lists } = criteria
  const isEmpty = isInSchema === undefined && Object.values(lists).every(list => list.length === 0)
  return isEmpty ? undefined : criteria
}

function patternOf(pattern: string): RegExp {
  const found = wholePattern(pattern)
  if (found !== undefined) return found
  throw untranslated(pattern)
}

/** A pattern of Java without an equal in JavaScript. */
export function untranslated(pattern: string): NearsameError {
  return new NearsameError('SOLR_CHAIN', {
    expected: 'a regular expression that means the same in Java and JavaScript',
    got: pattern,
    fix: 'write it without flags, references, possessive quantifiers, properties and nested classes',
  })
}

/**
 * The selector over a schema.
 *
 * @param byDefault what a processor selects without settings
 * @throws NearsameError SOLR_CHAIN if it needs a schema and there is none
 */
export function selectsFields(
  { included, excluded }: FieldSelector,
  schema: SolrSchema | undefined,
  byDefault: () => SelectsField,
): SelectsField {
  const includes = included === undefined ? byDefault() : meets(included, schema)
  const excludes = excluded.map(criteria => meets(criteria, schema))
  return name => includes(name) && !excludes.some(excluding => excluding(name))
}

function meets(criteria: Criteria, schema: SolrSchema | undefined): SelectsField {
  const { names, typeNames, typeClasses, patterns, isInSchema } = criteria
  const needsSchema = isInSchema !== undefined || typeNames.length > 0 || typeClasses.length > 0
  if (needsSchema && schema === undefined) throw withoutSchema()
  return name => {
    if (names.length > 0 && !names.includes(name)) return false
    if (needsSchema) {
      const field = schema?.field(name)
      if (isInSchema !== undefined && isInSchema !== (field !== undefined)) return false
      if (field && typeNames.length > 0 && !typeNames.includes(field.typeName)) return false
      if (field && typeClasses.length > 0) {
        const type = fieldTypeOf(field.className)
        if (!typeClasses.some(wanted => isKindOf(type, wanted))) return false
      }
    }
    return patterns.length === 0 || patterns.some(pattern => pattern.test(name))
  }
}

/** A processor selects fields by their types. */
export function withoutSchema(): NearsameError {
  return new NearsameError('SOLR_CHAIN', {
    expected: 'the schema, since a processor of the chain selects fields by their types',
    got: 'none',
    fix: 'give the `schema`',
  })
}
