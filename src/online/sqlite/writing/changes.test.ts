import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noChanges, StoreWorld } from '../../../../test/conformance/store-world.ts'
import { changeKinds, type StoredDocument } from '../../store/store.ts'
import { packWrite, unpackDocument } from './changes.ts'

const world = new StoreWorld(6)

/** The message as received, and what the sender has left. */
function sent(added: readonly StoredDocument[]) {
  const { packed, transfer } = packWrite({ ...noChanges, added })
  return structuredClone(packed, { transfer })
}

test('documents arrive unchanged, also long ones and views of long buffers', () => {
  const buffer = new Uint8Array(4_000_000).map((_, i) => i * 7)
  const words = Uint32Array.from({ length: 40 }, (_, i) => i * 1e8)
  const bodies = [buffer.subarray(10, 20), buffer.subarray(1, 3_000_000), new Uint8Array(0), buffer]
  const added = bodies.map((body, i) => ({
    ...world.document(i + 1, 2 ** 40 + i, `"${i}é"`),
    sketch: { hashes: words.subarray(1, 9), postings: words.subarray(9, 9 + 7 * i) },
    body,
  }))
  const message = sent(added)
  for (const [i, { number, name, cluster, addedAt, expiresAt, sketch, body }] of added.entries()) {
    const document = unpackDocument(message, i)
    assert.deepEqual(
      {
        ...document,
        sketch: [...new Uint32Array(document.sketch.slice().buffer)],
        body: document.body.length,
      },
      {
        number,
        name,
        cluster,
        addedAt,
        expiresAt,
        sketch: [...sketch.hashes, ...sketch.postings],
        body: body.length,
      },
    )
    assert(Buffer.from(document.body).equals(body))
  }
  assert.equal(buffer.length, 4_000_000, 'what was given is not handed over')
})

test('a message is no larger than its contents', () => {
  const body = new Uint8Array(50_000_000).subarray(0, 10)
  const { packed } = packWrite({ ...noChanges, added: [{ ...world.document(1, 1), body }] })
  assert(packed.bytes.buffer.byteLength < 1000)
})

test('lists arrive as flat arrays', () => {
  const { packed } = packWrite({
    ...noChanges,
    removed: [3, 2 ** 32 - 1],
    moved: [{ number: 5, cluster: 6 }],
    linked: [{ a: 1, b: 2 }],
    unlinked: [
      { a: 3, b: 4 },
      { a: 5, b: 6 },
    ],
    changes: [
      { kind: 'split', cluster: 7, other: 8, at: 9 },
      { kind: 'made', cluster: 10, other: null, at: 11 },
    ],
  })
  assert.deepEqual([...packed.removed], [3, 2 ** 32 - 1])
  assert.deepEqual([...packed.moved], [5, 6])
  assert.deepEqual([...packed.linked, ...packed.unlinked], [1, 2, 3, 4, 5, 6])
  assert.deepEqual([...packed.changes], [2, 7, 8, 9, 0, 10, Number.NaN, 11])
  assert.deepEqual(changeKinds, ['made', 'merged', 'split', 'ended'])
})
