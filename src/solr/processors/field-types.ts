/**
 * Field types: which class of a field type is a kind of which other one.
 *
 * Source: the classes of Solr 9.10.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

/** Each class after the one it extends. */
const families = `
  FieldType: AbstractSpatialFieldType AbstractSubTypeFieldType BinaryField CollationField CurrencyFieldType
    ExternalFileField PrimitiveFieldType RandomSortField RankField TextField
  AbstractSpatialFieldType: AbstractSpatialPrefixTreeFieldType BBoxField LatLonPointSpatialField
    RptWithGeometrySpatialField
  AbstractSpatialPrefixTreeFieldType: DateRangeField SpatialRecursivePrefixTreeFieldType
  AbstractSubTypeFieldType: CoordinateFieldType
  CoordinateFieldType: PointType
  CurrencyFieldType: CurrencyField
  PrimitiveFieldType: AbstractEnumField BoolField NumericFieldType StrField
  AbstractEnumField: EnumField EnumFieldType
  NumericFieldType: PointField TrieField
  PointField: DatePointField DoublePointField FloatPointField IntPointField LongPointField
  FloatPointField: DenseVectorField
  TrieField: TrieDateField TrieDoubleField TrieFloatField TrieIntField TrieLongField
  StrField: UUIDField
  TextField: PreAnalyzedField SortableTextField
  SortableTextField: NestPathField`

const parents = new Map<string, string | undefined>([['FieldType', undefined]])
for (const [, parent, children] of families.matchAll(/(\w+):((?:\s+\w+(?!\w*:))+)/g))
  for (const child of children.trim().split(/\s+/)) parents.set(child, parent)

/**
 * The class of a field type of Solr, without its package.
 *
 * @param className as written, such as `solr.StrField`
 * @throws NearsameError SOLR_CHAIN for another one
 */
export function fieldTypeOf(className: string): string {
  const [, simple] = /^(?:org\.apache\.solr\.schema\.|(?:solr\.)?(?:schema\.)?)(\w+)$/.exec(className) ?? []
  if (simple !== undefined && parents.has(simple)) return simple
  throw new NearsameError('SOLR_CHAIN', {
    expected: 'a field type of Solr, whose place among the others is known',
    got: className,
    fix: 'select fields by `fieldName`, `fieldRegex` or `typeName`',
  })
}

/** Whether a class is `other`, or extends it. Both without package. */
export function isKindOf(simple: string, other: string): boolean {
  for (let one: string | undefined = simple; one !== undefined; one = parents.get(one))
    if (one === other) return true
  return false
}
