/** A proxy as a process: a signal is its regular end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workshop } from './command.ts'

const place = new Workshop()
const processor = `<processor class="solr.SignatureUpdateProcessorFactory"><str name="fields">body</str>
  </processor><processor class="solr.RunUpdateProcessorFactory"/>`
const chain = `<updateRequestProcessorChain name="c">${processor}</updateRequestProcessorChain>`
place.write('solrconfig.xml', `<config>${chain}</config>`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} closes a proxy, which ends with 0 and says nothing`, async () => {
    const target = ['--forward', 'http://127.0.0.1:9/solr/none']
    const { child, ended } = place.start('chain', '--config', 'solrconfig.xml', '--listen', '0', ...target)
    child.stderr.once('data', () => child.kill(signal))
    const { status, err } = await ended
    assert.equal(status, 0, err)
    assert.match(err, /^nearsame chain: listening on http:\/\/127\.0\.0\.1:\d+, signing by the chain c\n$/)
  })
}

test('the proxy before Elasticsearch ends in the same way', async () => {
  const target = ['--listen', '0', '--forward', 'http://127.0.0.1:9']
  const { child, ended } = place.start('bulk', '--fields', 'title', ...target)
  child.stderr.once('data', () => child.kill('SIGTERM'))
  const { status, err } = await ended
  assert.equal(status, 0, err)
  assert.match(
    err,
    /^nearsame bulk: listening on http:\/\/127\.0\.0\.1:\d+, sets SHA-1 of title in fingerprint\n$/,
  )
})

test('a proxy takes no files, and needs a port and a node', async () => {
  for (const args of [
    ['--listen', '0'],
    ['--forward', 'http://127.0.0.1:9'],
    ['--listen', '0', '--forward', 'http://127.0.0.1:9', 'a.ndjson'],
    ['--listen', '0', '--forward', 'http://127.0.0.1:9', '-o', 'out.ndjson'],
    ['--listen', '99999', '--forward', 'http://127.0.0.1:9'],
  ]) {
    const { status, err } = await place.run('bulk', '--fields', 'title', ...args)
    assert.equal(status, 2)
    assert.match(
      err,
      /^nearsame: OPTION_VALUE: expected --listen with a port in \[0, 65535\], --forward with a URL/,
    )
  }
})

test('the proxy listens on the address of --host', async () => {
  const target = ['--forward', 'http://127.0.0.1:9/solr/none', '--host', 'localhost']
  const { child, ended } = place.start('chain', '--config', 'solrconfig.xml', '--listen', '0', ...target)
  child.stderr.once('data', () => child.kill('SIGTERM'))
  const { status, err } = await ended
  assert.equal(status, 0, err)
  assert.match(err, /listening on http:\/\/localhost:\d+, signing by the chain c\n/)
})
