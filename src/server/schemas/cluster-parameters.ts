/** Parameters of a list of clusters: filters, order, details. */
import Type from 'typebox'
import { clusterSorts, memberRules, removedKinds } from '../../online/index/documents/index-types.ts'

const size = { minimum: 1, maximum: 2 ** 31 }
const least = 'similarity of the member that is least similar to the survivor of its cluster'

export const clusterParameters = {
  minDocuments: Type.Optional(
    Type.Integer({ ...size, description: 'Minimum number of documents in a cluster. Default: 1' }),
  ),
  maxDocuments: Type.Optional(Type.Integer({ ...size, description: 'Maximum number of documents' })),
  minSimilarity: Type.Optional(Type.Number({ minimum: 0, description: `Minimum ${least}` })),
  maxSimilarity: Type.Optional(Type.Number({ minimum: 0, description: `Maximum ${least}` })),
  kind: Type.Optional(
    Type.Enum([...removedKinds], {
      description: 'Only clusters with a member of this kind: equal text, equal words, or near',
    }),
  ),
  source: Type.Optional(
    Type.String({ description: 'Only clusters with a document whose field `source` is this text' }),
  ),
  rule: Type.Optional(
    Type.Enum([...memberRules], {
      description: 'Only clusters with a member that gives way to the first, or by a decision of a person',
    }),
  ),
  sort: Type.Optional(Type.Enum([...clusterSorts], { description: 'Order. Default: `number`' })),
  details: Type.Optional(Type.Boolean({ description: 'Whether with `details` of the members' })),
}
