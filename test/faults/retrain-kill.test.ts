/** What a collection of records has learnt survives the sudden end of its server. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { personDocuments } from '../golden/records/persons.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { ask } from '../server/server-world.ts'
import { serve } from './served-process.ts'

test('weights of columns, probabilities and clusters are the same after kill -9', async t => {
  const data = join(temporaryFolder(), 'data')
  const first = await serve(data)
  t.after(() => first.child.kill('SIGKILL'))
  const path = '/v1/collections/people'
  const { fields, documents } = personDocuments(60)
  await ask(`${first.url}${path}`, 'PUT', { body: { method: 'records', text: fields } })
  await ask(`${first.url}${path}/documents`, 'POST', { body: documents })
  assert.equal((await ask(`${first.url}${path}/retrain`, 'POST')).status, 200)
  const state = async (url: string) => [
    (await ask(`${url}${path}`, 'GET')).body,
    (await ask(`${url}${path}/pairs`, 'GET')).body,
    (await ask(`${url}${path}/clusters`, 'GET')).body,
    (await ask(`${url}${path}/check`, 'POST', { body: documents[0] })).body,
  ]
  const before = await state(first.url)
  assert.equal(before[0].model.decidedBy, 'columns')
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = await serve(data)
  t.after(() => second.child.kill('SIGKILL'))
  const [info, ...found] = await state(second.url)
  assert.deepEqual(info.model, before[0].model)
  assert.deepEqual(found, before.slice(1))
})
