/** Shards on Sail, over Spark Connect; the rest, and Spark itself, are in `spark.all.test.ts`. Skipped without PyPI. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '../databases/private-server.ts'
import { compare, shop, startSail, write } from './on-spark.ts'
import { shardCorpus } from './shard-corpus.ts'

test('Sail decides what one machine decides', { timeout: 300_000 }, async context => {
  const remote = await startSail(context)
  if (remote === undefined) return
  const inputs = write('short', shardCorpus({ seed: 8, texts: 12, unlike: 0, files: 2 }))
  const { shards } = await compare(inputs, ['--remote', remote])
  assert.ok(shards.pairs > 5)
})

test('a server that does not answer, and wrong addresses, are refused', async () => {
  const port = await freePort()
  const [input] = write('one', ['{"text":"one two three four five six"}\n'])
  const run = (...args: readonly string[]) =>
    shop.run('shard run', input, '-o', 'never', '--on', 'spark', ...args)
  assert.match(
    (await run('--remote', `sc://127.0.0.1:${port}`)).err,
    /^nearsame: SQL_ENGINE: .*ECONNREFUSED/,
  )
  for (const remote of [
    'http://x',
    'sc://',
    'sc://h:99999',
    'sc://h/;colour=red',
    'sc://h/;token=secret',
  ]) {
    const { status, err } = await run('--remote', remote)
    assert.equal(status, 2, remote)
    assert.match(err, /^nearsame: OPTION_VALUE: /)
    assert.doesNotMatch(err, /secret/)
  }
  assert.match((await run()).err, /^nearsame: OPTION_VALUE: expected --remote/)
})
