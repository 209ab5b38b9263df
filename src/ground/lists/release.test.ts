import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const door = (name: string) => JSON.stringify(new URL(`../../doors/${name}.ts`, import.meta.url))

const says =
  'ENGINE_TOO_OLD: expected an ES2024 engine, with ArrayBuffer.prototype.transfer, got one without it. ' +
  'To fix: use Node >= 22.18, Chrome 114, Firefox 122, Safari 17.4, or newer.'

test('on an engine without `transfer` the first call names the requirement', () => {
  const program = `
    delete ArrayBuffer.prototype.transfer
    const { deduplicate, explain, findPairs, findTwins, jaccard, minHash } = await import(${door('index')})
    const { memoryStore, openIndex } = await import(${door('online')})
    const texts = ['one two three', 'one two three']
    const calls = {
      deduplicate: () => deduplicate(texts),
      records: () => deduplicate(texts, { method: 'records' }),
      findPairs: () => findPairs(texts),
      findTwins: () => findTwins(texts, texts),
      explain: () => explain(...texts),
      jaccard: () => jaccard(...texts),
      minHash: () => minHash(texts[0]),
      openIndex: () => openIndex(memoryStore()),
    }
    for (const [name, call] of Object.entries(calls)) {
      const said = await Promise.resolve().then(call).then(() => 'nothing', error => error.name + ' ' + error.message)
      console.log(name + ': ' + said)
    }`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  assert.equal(stderr, '')
  const lines = stdout.trim().split('\n')
  assert.equal(lines.length, 8)
  for (const line of lines) assert.equal(line.replace(/^\w+: NearsameError /, ''), says)
})
