/** Spark and Sail, over Spark Connect, decide what one machine decides. Skipped without Java 17 or PyPI. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../databases/private-server.ts'
import { pythonWith } from '../ground/python.ts'
import { compare, executor, shop, startSail, write } from './on-spark.ts'
import { connectServer, sparkHome, startServer } from './python-tools.ts'
import { crowdCorpus, shardCorpus } from './shard-corpus.ts'
import { startTlsFront } from './tls-front.ts'

test('Sail: the same digest, with signing and measuring here', { timeout: 300_000 }, async context => {
  const remote = await startSail(context)
  if (remote === undefined) return
  const mixed = write('mixed', shardCorpus({ seed: 6, texts: 80, unlike: 0, files: 3 }))
  await compare(mixed, ['--remote', remote])
  await compare(mixed, ['--remote', remote], '--near', 'off')
  await compare(mixed, ['--remote', remote], '--measure', 'containment', '--threads', '2')
  const unlike = write('unlike', shardCorpus({ seed: 7, texts: 30, unlike: 200, files: 2 }))
  const { shards } = await compare(unlike, ['--remote', remote], '--threshold', '0.55')
  assert.ok(shards.rounds.length >= 3)
  const crowd = write('crowd', crowdCorpus({ seed: 7, texts: 1500 }))
  const divided = await compare(crowd, ['--remote', remote], '--threshold', '0.7')
  assert.ok(divided.shards.rounds.some(({ phase }: { phase: string }) => phase === 'crowds'))

  // The same behind TLS and a token.
  const behind = Number(new URL(remote).port)
  const { port, ca } = await startTlsFront(context, { behind, token: 'right' })
  const secure = ['--remote', `sc://localhost:${port}/;use_ssl=true`]
  shop.write('right.token', 'right\n')
  await compare(mixed, [...secure, '--ca', ca, '--token-file', 'right.token'])
  shop.write('wrong.token', 'wrong')
  const refused = async (...options: readonly string[]) => {
    const on = ['--on', 'spark', ...secure, ...options]
    const { status, err } = await shop.run('shard run', ...mixed, '-o', 'never', ...on)
    assert.equal(status, 1)
    assert.match(err, /^nearsame: SQL_ENGINE: /)
    assert.doesNotMatch(err, /wrong/)
    return err
  }
  assert.match(await refused('--ca', ca, '--token-file', 'wrong.token'), /no such token/)
  assert.match(await refused('--ca', ca), /no such token/)
  assert.match(await refused('--token-file', 'right.token'), /certificate/)
})

test('Spark local[2]: the same digest, with signing and measuring inside its job', {
  timeout: 600_000,
}, async context => {
  const python = await pythonWith(context, 'pyspark==4.1.*')
  if (python === undefined) return
  const port = await freePort()
  const home = sparkHome(python)
  const env = { SPARK_HOME: home, SPARK_LOCAL_IP: '127.0.0.1' }
  const settings = connectServer('local[2]', port, 'spark.connect.authenticate.token=of-the-server')
  await startServer(context, join(home, 'bin/spark-submit'), settings, port, env)
  const remote = `sc://127.0.0.1:${port}/;user_id=tester;token=of-the-server`
  const inputs = write('spark', shardCorpus({ seed: 8, texts: 12, unlike: 0, files: 2 }))
  const { shards } = await compare(inputs, ['--remote', remote])
  assert.ok(shards.pairs > 5)

  // An interrupt reaches the server, which ends the statement; nothing is written.
  const interrupted = shop.start(
    'shard',
    'run',
    ...inputs,
    '-o',
    'never',
    '--on',
    'spark',
    '--remote',
    remote,
    ...executor,
  )
  await sleep(4000)
  interrupted.child.kill('SIGINT')
  assert.equal((await interrupted.ended).status, 130)
  assert.ok(!existsSync('never'))

  // Spark asks for the token itself.
  const other = remote.replace('of-the-server', 'another')
  const refused = await shop.run('shard run', ...inputs, '-o', 'never', '--on', 'spark', '--remote', other)
  assert.equal(refused.status, 1)
  assert.match(refused.err, /^nearsame: SQL_ENGINE: .*token/i)

  // A program that fails on an executor fails the run.
  const failing = ['--on', 'spark', '--remote', remote, '--executor', 'false']
  const { status, err } = await shop.run('shard run', ...inputs, '-o', 'never', ...failing)
  assert.equal(status, 1)
  assert.match(err, /^nearsame: SQL_ENGINE: expected /)
})
