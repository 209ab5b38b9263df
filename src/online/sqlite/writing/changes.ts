/**
 * SQLite changes: packs the changes of a write into a message to the writer thread.
 *
 * Sketches and bodies of all documents go in one array, which is transferred without another copy; only long bodies go
 * separately. A view would take its whole buffer along, so the message always has copies. Lists go as flat arrays,
 * because an object per entry takes a microsecond on both sides.
 */
import { changeKinds, type StoreChanges, type StoredDocument } from '../../store/store.ts'

export interface PackedChanges extends Pick<StoreChanges, 'newClusters' | 'values'> {
  readonly removed: Float64Array
  /** [2 n]: number, cluster. */
  readonly moved: Float64Array
  /** [2 n]: a, b. */
  readonly linked: Float64Array
  readonly unlinked: Float64Array
  /** [4 n]: place in `changeKinds`, cluster, other or NaN, time. */
  readonly changes: Float64Array
  readonly names: readonly string[]
  /** [4 n]: number, cluster, time added, time of expiry or NaN. */
  readonly states: Float64Array
  /** [2 n]: ends of the sketch and the body of each document in `bytes`. */
  readonly ends: Uint32Array
  /** Sketches, the hashes before the postings, each followed by its body. */
  readonly bytes: Uint8Array
  /** Long bodies, which are not in `bytes`. */
  readonly long: readonly (Uint8Array | undefined)[]
}

export interface PackedDocument {
  readonly number: number
  readonly name: string
  readonly cluster: number
  readonly addedAt: number
  readonly expiresAt: number | null
  readonly sketch: Uint8Array
  readonly body: Uint8Array
}

const stateFields = 4
const longBytes = 1 << 20

/** A message and the buffers to transfer with it. */
export function packWrite(changes: StoreChanges): { packed: PackedChanges; transfer: ArrayBuffer[] } {
  const { added } = changes
  const isLong = ({ body }: StoredDocument) => body.length > longBytes
  let size = 0
  for (const document of added)
    size += sketchBytes(document) + (isLong(document) ? 0 : document.body.length)
  const bytes = new Uint8Array(size)
  const states = new Float64Array(stateFields * added.length)
  const ends = new Uint32Array(2 * added.length)
  const long: (Uint8Array<ArrayBuffer> | undefined)[] = []
  let end = 0
  for (const [i, document] of added.entries()) {
    const { number, cluster, addedAt, expiresAt, sketch, body } = document
    states.set([number, cluster, addedAt, expiresAt ?? Number.NaN], stateFields * i)
    for (const words of [sketch.hashes, sketch.postings]) {
      bytes.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), end)
      end += words.byteLength
    }
    ends[2 * i] = end
    if (isLong(document)) long[i] = new Uint8Array(body)
    else {
      bytes.set(body, end)
      end += body.length
    }
    ends[2 * i + 1] = end
  }
  const lists = {
    removed: Float64Array.from(changes.removed),
    moved: flat(changes.moved, ({ number, cluster }) => [number, cluster]),
    linked: flat(changes.linked, ({ a, b }) => [a, b]),
    unlinked: flat(changes.unlinked, ({ a, b }) => [a, b]),
    changes: flat(changes.changes, ({ kind, cluster, other, at }) => [
      changeKinds.indexOf(kind),
      cluster,
      other ?? Number.NaN,
      at,
    ]),
  }
  const { newClusters, values } = changes
  const names = added.map(({ name }) => name)
  const transfer = [bytes.buffer, states.buffer, ends.buffer]
  for (const body of long) if (body !== undefined) transfer.push(body.buffer)
  return { packed: { ...lists, newClusters, values, names, states, ends, bytes, long }, transfer }
}

function flat<T>(list: readonly T[], fieldsOf: (entry: T) => readonly number[]): Float64Array {
  return Float64Array.from(list.flatMap(fieldsOf))
}

/** Document `i` of a message; its arrays are views. */
export function unpackDocument(
  { names, states, ends, bytes, long }: PackedChanges,
  i: number,
): PackedDocument {
  const [number, cluster, addedAt, expiresAt] = states.subarray(stateFields * i)
  const from = i === 0 ? 0 : ends[2 * i - 1]
  return {
    number,
    name: names[i],
    cluster,
    addedAt,
    expiresAt: Number.isNaN(expiresAt) ? null : expiresAt,
    sketch: bytes.subarray(from, ends[2 * i]),
    body: long[i] ?? bytes.subarray(ends[2 * i], ends[2 * i + 1]),
  }
}

function sketchBytes({ sketch }: StoredDocument): number {
  return sketch.hashes.byteLength + sketch.postings.byteLength
}
