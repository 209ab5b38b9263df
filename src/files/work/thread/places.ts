/** Places of documents, as plain data for a task. */
import type { Source } from '../../inputs/source.ts'

export interface Places {
  readonly sources: Readonly<Record<number, Source>>
  readonly source: Int32Array
  readonly offset: Float64Array
  readonly length: Uint32Array
}
