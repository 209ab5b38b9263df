/** Batches: order, size, and the commands before a fault. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AddCommand, UpdateCommand } from '../../messages/messages.ts'
import { documentOf } from '../../messages/values.ts'
import { ProxyFault } from '../upstream/proxy-fault.ts'
import { batchesOf, type UpdateBatch } from './update-batches.ts'

const add = (id: string, more: Partial<AddCommand> = {}, text = id): AddCommand => ({
  kind: 'add',
  document: documentOf({ id, text }),
  overwrite: undefined,
  commitWithin: undefined,
  ...more,
})
const remove = (id: string): UpdateCommand => ({
  kind: 'delete',
  ids: [{ id, version: undefined, route: undefined }],
  queries: [],
  commitWithin: undefined,
})

/** The ids, or kinds, in the batches, and the message of the error that ended them. */
async function batched(
  commands: readonly (UpdateCommand | Error)[],
  limits = { batchDocuments: 100, batchBytes: 1e6 },
): Promise<{ batches: UpdateBatch[]; shown: string[] }> {
  async function* source() {
    for (const command of commands) {
      if (command instanceof Error) throw command
      yield command
    }
  }
  const batches: UpdateBatch[] = []
  const shown: string[] = []
  try {
    const rules = {
      sign: (command: AddCommand) => {
        const signature = `s${command.document.fields[1]?.value}`
        return { command, signature, replaces: { field: 'sig', text: signature } }
      },
      write: (command: UpdateCommand) =>
        command.kind === 'add' ? `+${command.document.fields[0]?.value}` : `-${command.kind}`,
      uniqueKey: 'id',
      overwrites: true,
      ...limits,
    }
    for await (const batch of batchesOf(source(), rules)) {
      batches.push(batch)
      shown.push([...batch.earlier, ...batch.adds, ...batch.others].join(' '))
    }
  } catch (error) {
    shown.push((error as Error).message)
  }
  return { batches, shown }
}

test('a batch ends where an add follows another command', async () => {
  const { shown } = await batched([add('1'), add('2'), remove('x'), remove('y'), add('3'), remove('z')])
  assert.deepEqual(shown, ['+1 +2 -delete -delete', '+3 -delete'])
})

test('an atomic update of a child is refused behind the commands before it; one of a root is not', async () => {
  const update = (id: string, root: string) =>
    add(id, { document: documentOf({ id, _root_: root, price: { inc: 1 } }) })
  const { shown } = await batched([add('1'), update('2', '2'), update('2c', '2'), add('3')])
  assert.deepEqual(shown, [
    '+1 +2',
    'nearsame cannot sign an atomic update of a child document, 2c of 2: ' +
      'send the root with its children, or this update to Solr itself',
  ])
  // A whole document may have any root.
  const whole = add('4c', { document: documentOf({ id: '4c', _root_: '4' }) })
  assert.deepEqual((await batched([whole])).shown, ['+4c'])
})

test('a batch ends when it is full', async () => {
  const commands = ['1', '2', '3', '4', '5'].map(id => add(id))
  const byCount = await batched(commands, { batchDocuments: 2, batchBytes: 1e6 })
  assert.deepEqual(byCount.shown, ['+1 +2', '+3 +4', '+5'])
  const bySize = await batched(commands, { batchDocuments: 100, batchBytes: 5 })
  assert.deepEqual(bySize.shown, ['+1 +2 +3', '+4 +5'])
})

test('a batch ends before an add that replaces nothing, after one that replaces', async () => {
  const loose = { overwrite: false }
  const { shown } = await batched([
    add('1', loose),
    add('2'),
    add('3'),
    add('4', loose),
    add('5', loose),
    add('6'),
  ])
  assert.deepEqual(shown, ['+1 +2 +3', '+4 +5 +6'])
})

test('a batch ends before an id that it has already, signed or not', async () => {
  const { batches, shown } = await batched([add('1'), add('2'), add('1'), add('3')])
  assert.deepEqual(shown, ['+1 +2', '+1 +3'])
  assert.deepEqual(
    batches[1].replacing.map(({ id }) => id),
    ['1', '3'],
  )
})

test('of each signature the last add of a batch comes after the others', async () => {
  const { batches } = await batched([
    add('1', {}, 'a'),
    add('2', {}, 'b'),
    add('3', {}, 'a'),
    add('4', {}, 'c'),
    add('5', {}, 'a'),
  ])
  assert.deepEqual(
    batches.map(({ earlier, adds }) => [earlier, adds]),
    [
      [
        ['+1', '+3'],
        ['+2', '+4', '+5'],
      ],
    ],
  )
})

test('a batch knows its documents with children', async () => {
  const child = documentOf({ id: 'c' })
  const root = { ...add('2'), document: { ...documentOf({ id: '2' }), children: [child] } }
  const { batches } = await batched([add('1'), root])
  assert.deepEqual(
    batches[0].roots.map(({ id }) => id),
    ['2'],
  )
})

test('without commands there is no batch', async () => {
  assert.deepEqual((await batched([])).shown, [])
})

test('commands before a fault are sent first, unless the client disconnected', async () => {
  assert.deepEqual((await batched([add('1'), new Error('bad text')])).shown, ['+1', 'bad text'])
  const gone = new ProxyFault(408, 'the client disconnected')
  assert.deepEqual((await batched([add('1'), gone])).shown, ['nearsame: the client disconnected'])
})

test('a batch knows its replacing adds, the shortest wait and the commit', async () => {
  const { batches } = await batched([
    add('0', { overwrite: false }),
    add('1', { commitWithin: 500 }),
    add('2', { commitWithin: 100 }),
    { kind: 'commit', params: [] },
    { kind: 'commit', params: [{ name: 'softCommit', value: true }] },
  ])
  const [{ replacing, signatureField, commitWithin, commit }] = batches
  assert.deepEqual(replacing, [
    { id: '1', signature: 's1' },
    { id: '2', signature: 's2' },
  ])
  assert.deepEqual([signatureField, commitWithin, commit], ['sig', 100, 'soft'])
})

test('a document without an id cannot replace others', async () => {
  const nameless = { ...add('1'), document: documentOf({ name: 'x' }) }
  assert.deepEqual((await batched([nameless])).shown, ['Document is missing mandatory uniqueKey field: id'])
})
