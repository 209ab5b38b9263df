/** Real clients through the proxy: SolrJ in its five variants, pysolr, curl. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { outputOf, runProgram } from '../ground/child-program.ts'
import { pythonWith } from '../ground/python.ts'
import { solrClassPath } from './build-solr.ts'
import { documentsIn, errorOf, idsIn, send, wipe } from './solr-requests.ts'
import { coreUrl, openProxy, solrTest } from './solr-world.ts'

/** Signatures of `chain l3` for name_s p and q alone. */
const [sigP, sigQ] = ['7259fe0b4938dba7', '81ca121e62b815a9']

export function clientsTests(): void {
  solrTest(
    'SolrJ gets the same answers from the proxy as from Solr, in every protocol and format',
    async () => {
      const { url } = await openProxy({ chain: 'l3' })
      const kinds = ['http2', 'jdk', 'apache', 'xml', 'concurrent']
      const classPath = await solrClassPath()
      const flags = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Duser.timezone=UTC', '-cp', classPath]
      const run = async (collection: string) => {
        const { status, out, err } = await runProgram('java', [
          ...flags,
          'nearsame.SolrjClient',
          collection,
          'l3',
          ...kinds,
        ])
        assert.equal(status, 0, err)
        return out
      }
      const [relayed, direct] = await Promise.all([run(`${url}/solr/dedupe`), run(coreUrl('direct'))])
      assert.equal(relayed, direct)
      assert.deepEqual(await documentsIn(coreUrl('dedupe')), await documentsIn(coreUrl('direct')))
      assert.match(direct, /refused 400 unknown UpdateRequestProcessorChain: none/)
    },
  )

  solrTest('pysolr adds, replaces, deletes, commits and receives errors', async context => {
    const python = await pythonWith(context, 'pysolr==3.11.0')
    if (python === undefined) return
    const { url } = await openProxy({ chain: 'l3' })
    const script = join(import.meta.dirname, 'pysolr_client.py')
    const lines = (await outputOf(python, [script, url]))
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    assert.deepEqual(lines.slice(0, 3), [
      {
        found: [
          ['2', sigQ],
          ['3', sigP],
        ],
      },
      {
        found: [
          ['3', sigP],
          ['4', sigQ],
        ],
      },
      {
        found: [
          ['4', sigQ],
          ['5', sigQ],
        ],
      },
    ])
    assert.match(lines[3].refused, /HTTP 500.*partial update request containing signature field: name_s/s)
    assert.match(lines[4].refused, /HTTP 400.*unknown field 'nonsense'/s)
  })

  const hasCurl = spawnSync('curl', ['--version']).status === 0
  solrTest('curl sends JSON, XML, CSV and forms, with a content type or without', async context => {
    if (!hasCurl && process.env.NEARSAME_REQUIRE !== 'all') {
      context.skip('no curl')
      return
    }
    const { url } = await openProxy({ chain: 'md5' })
    await wipe(coreUrl('dedupe'))
    const curl = async (path: string, input: string, ...flags: string[]) => {
      const args = ['-sS', '-m', '60', '--data-binary', '@-', ...flags, `${url}${path}`]
      const { status, out, err } = await runProgram('curl', args, { input })
      assert.equal(status, 0, err)
      return out
    }
    // Without a type curl declares a form, and Solr looks at the first character.
    assert.match(await curl('/update', ' \n[{"id":"j","body_t":"a"}]'), /"status":0/)
    assert.match(
      await curl(
        '/update',
        '<add><doc><field name="id">x</field><field name="body_t">a</field></doc></add>',
      ),
      /<int name="status">0</,
    )
    assert.match(
      await curl('/update/csv', 'id,body_t\nc,b\n', '-H', 'Content-Type: text/csv'),
      /"status":0/,
    )
    assert.match(
      await curl(
        '/update/json/docs',
        '{"id":"d","body_t":"d"}{"id":"e","body_t":"d"}',
        '-H',
        'Content-Type: application/json',
      ),
      /"status":0/,
    )
    assert.match(await curl('/update', 'commit=true'), /"status":0/)
    assert.deepEqual(await idsIn(coreUrl('dedupe')), ['c', 'e', 'x'])
    for (const found of await documentsIn(coreUrl('dedupe')))
      assert.match(String(found.sig), /^[0-9a-f]{32}$/)
    assert.match(
      await curl('/update', '{}', '-H', 'Content-Type: text/plain'),
      /Unsupported ContentType: text\/plain {2}Not in: /,
    )
    assert.match(await curl('/update', '{}', '-H', 'Content-Type:'), /Missing ContentType/)
    const form = await runProgram('curl', ['-sS', '-m', '60', '-F', 'a=b', `${url}/update`])
    assert.match(form.out, /Unsupported ContentType: multipart\/form-data/)
  })

  solrTest('encodings and compressed bodies are understood', async () => {
    const { url } = await openProxy({ chain: 'md5' })
    await wipe(coreUrl('dedupe'))
    const post = async (body: Uint8Array, headers: Record<string, string>) => {
      const response = await fetch(`${url}/update?commit=true&wt=json`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers,
      })
      return { status: response.status, text: await response.text(), type: '' }
    }
    const latin = Buffer.from('[{"id":"1","name_s":"caf\u00e9"}]', 'latin1')
    assert.equal(
      (await post(latin, { 'content-type': 'application/json; charset=ISO-8859-1' })).status,
      200,
    )
    const xml =
      '<?xml version="1.0" encoding="ISO-8859-1"?><add><doc><field name="id">2</field>' +
      '<field name="name_s">caf\u00e9</field><field name="body_t">b</field></doc></add>'
    assert.equal((await post(Buffer.from(xml, 'latin1'), { 'content-type': 'text/xml' })).status, 200)
    const packed = gzipSync('[{"id":"3","name_s":"caf\u00e9","body_t":"c"}]')
    const json = { 'content-type': 'application/json' }
    assert.equal((await post(packed, { ...json, 'content-encoding': 'gzip' })).status, 200)
    assert.deepEqual(
      (await documentsIn(coreUrl('dedupe'))).map(({ name_s }) => name_s),
      ['caf\u00e9', 'caf\u00e9', 'caf\u00e9'],
    )
    const broken = await post(packed.subarray(0, 30), { ...json, 'content-encoding': 'gzip' })
    assert.equal(errorOf(broken).code, 400)
    const unknown = await post(packed, { ...json, 'content-encoding': 'br' })
    assert.deepEqual(errorOf(unknown), { code: 415, msg: 'Unsupported Content-Encoding: br' })
    const reply = await send(`${url}/update?wt=json`, '[{"id":"4"}]', 'application/json; charset=nonsense')
    assert.deepEqual(errorOf(reply), { code: 500, msg: 'nonsense' })
  })
}
