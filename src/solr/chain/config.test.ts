/** Chains of a configuration: each case was loaded by a real Solr 9.10. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { config as recorded } from '../../../test/solr/solr-requests.ts'
import { solrErrorOf } from '../messages/messages.ts'
import { parseSolrConfig, type SolrChain } from './config.ts'

const tail =
  '<processor class="solr.LogUpdateProcessorFactory"/><processor class="solr.RunUpdateProcessorFactory"/>'

function signing(settings: string, attributes = ''): string {
  return `<processor class="solr.SignatureUpdateProcessorFactory"${attributes}><str name="signatureField">sig</str>${settings}</processor>`
}

function chain(content: string, attributes = 'name="x"'): string {
  return `<updateRequestProcessorChain ${attributes}>${content}</updateRequestProcessorChain>`
}

function parse(content: string, properties: Record<string, string> = {}) {
  return parseSolrConfig(`<config>${content}</config>`, properties)
}

/** Simple names of the processors, with the signed fields of those that sign. */
function summary({ processors, signatures }: SolrChain): string {
  const fields = signatures.map(settings => settings.fields.join('|'))
  return processors
    .map(name => name.replace(/.*\./, '').replace('UpdateProcessorFactory', ''))
    .map(name => (name === 'Signature' ? `Signature(${fields.shift()})` : name))
    .join(' ')
}

/** Settings of the only processor of the only chain, or Solr's error. */
function settings(content: string, properties?: Record<string, string>): unknown {
  try {
    return parse(chain(signing(content) + tail), properties).chainOf('x').signatures[0]
  } catch (error) {
    const answer = solrErrorOf(error)
    return answer && `${answer.code} ${answer.message}`
  }
}

test('the example of the reference guide', () => {
  const config = parse(`
  <updateRequestProcessorChain name="dedupe">
    <processor class="org.apache.solr.update.processor.SignatureUpdateProcessorFactory">
      <bool name="enabled">true</bool>
      <bool name="overwriteDupes">false</bool>
      <str name="signatureField">id</str>
      <str name="fields">name,features,cat</str>
      <str name="signatureClass">org.apache.solr.update.processor.TextProfileSignature</str>
      <str name="quantRate">.2</str>
    </processor>
    <processor class="solr.LogUpdateProcessorFactory" />
    <processor class="solr.RunUpdateProcessorFactory" />
  </updateRequestProcessorChain>`)
  const dedupe = config.chainOf('dedupe')
  assert.equal(summary(dedupe), 'Signature(cat|features|name) Log Distributed Run')
  const [{ isEnabled, overwriteDupes, signatureField, signatureClass, params }] = dedupe.signatures
  assert.deepEqual(
    [isEnabled, overwriteDupes, signatureField, signatureClass, params.quantRate],
    [true, false, 'id', 'org.apache.solr.update.processor.TextProfileSignature', '.2'],
  )
})

test('settings are typed texts, and the first one of a name counts', () => {
  const read = (content: string, properties?: Record<string, string>) => {
    const found = settings(content, properties) as SolrChain['signatures'][number]
    const { quantRate, minTokenLen } = found.params
    return [found.isEnabled, found.fields.join('|'), quantRate, minTokenLen]
  }
  const none = undefined
  assert.deepEqual(read('<str name="fields">b,a, c</str>'), [true, ' c|a|b', none, none])
  assert.deepEqual(read('<str name="fields">a\\,b,\\n,c\\,,</str>'), [true, '\n|a,b|c,', none, none])
  assert.deepEqual(read('<str name="fields"><![CDATA[a,b]]><!-- c -->,d</str>'), [
    true,
    'a|b|d',
    none,
    none,
  ])
  assert.deepEqual(read('<str name="fields">a</str><str name="fields">b</str>'), [true, 'a', none, none])
  assert.deepEqual(read('<date name="fields">a</date><str>b</str>'), [true, '', none, none])
  assert.deepEqual(read('<str name="enabled">on</str><float name="quantRate"> .2 </float>'), [
    true,
    '',
    '0.2',
    none,
  ])
  assert.deepEqual(read('<double name="quantRate">1e23</double>'), [true, '', '9.999999999999999E22', none])
  assert.deepEqual(read('<int name="minTokenLen">+3</int>'), [true, '', none, '3'])
  assert.deepEqual(read('<long name="minTokenLen">4</long>'), [true, '', none, '4'])
  assert.deepEqual(read('<arr name="enabled"><str>false</str><str>true</str></arr>'), [
    false,
    '',
    none,
    none,
  ])
  assert.deepEqual(read(`<str name="quantRate">\${q:.3}</str>`), [true, '', '.3', none])
  assert.deepEqual(read(`<str name="quantRate">\${q:.3}</str>`, { q: '1' }), [true, '', '1', none])
})

test('refuses settings with which Solr does not start', () => {
  const cast = (name: string, where: string) =>
    `500 class ${name} cannot be cast to class java.lang.String (${name} ${where}java.lang.String `
  const refusals: Readonly<Record<string, string>> = {
    '<bool name="enabled">1</bool>': '400 invalid boolean value: 1',
    '<bool name="overwriteDupes"> true</bool>': '400 invalid boolean value:  true',
    '<str name="enabled"/>': '400 invalid boolean value: ',
    '<int name="minTokenLen"> 3</int>': `500 Value of 'minTokenLen' can not be parsed as 'int': " 3"`,
    '<float name="quantRate">x</float>': `500 Value of 'quantRate' can not be parsed as 'float': "x"`,
    '<long name="minTokenLen">x</long>': `500 Value of 'minTokenLen' can not be parsed as 'long': "x"`,
    '<arr name="fields"><str>a</str></arr>': cast('java.util.ArrayList', 'and '),
    '<bool name="fields">true</bool>': cast('java.lang.Boolean', 'and '),
    '<lst name="fields"><str name="a">b</str></lst>': cast(
      'org.apache.solr.common.util.NamedList',
      "is in unnamed module of loader 'app'; ",
    ),
    '<null name="quantRate"/>': '500 Cannot invoke "Object.toString()" because "val" is null',
  }
  assert.equal(
    settings(`<str name="quantRate">\${nope}</str>`),
    `500 No system property or default value specified for nope value:\${nope}`,
  )
  for (const [content, refusal] of Object.entries(refusals)) {
    assert.equal(String(settings(content)).slice(0, refusal.length), refusal)
  }
})

test("the default chain is the last one marked as such, else the one without a name, else Solr's own", () => {
  const [u, d, e] = ['u', 'd', 'e'].map(name => signing(`<str name="fields">${name}</str>`) + tail)
  const byDefault = (content: string) => summary(parse(content).chainOf())
  assert.equal(byDefault(chain(u)), 'Log Distributed Run')
  assert.equal(byDefault(chain(u, '')), 'Signature(u) Log Distributed Run')
  const both = chain(u, '') + chain(d, 'name="d" default="true"') + chain(e, 'name="e" default="TRUE"')
  assert.equal(byDefault(both), 'Signature(e) Log Distributed Run')
  assert.equal(summary(parse(chain(u) + chain(d)).chainOf('x')), 'Signature(d) Log Distributed Run')
})

test('a chain may stand alone, as documentation prints it', () => {
  const alone = parseSolrConfig(chain(signing('<str name="fields">a</str>') + tail))
  assert.equal(summary(alone.chainOf('x')), 'Signature(a) Log Distributed Run')
  assert.throws(() => parseSolrConfig('<processor class="x"/>'), /SOLR_CONFIG: expected a solrconfig\.xml/)
})

test('processors can be disabled, defined elsewhere, or added by Solr', () => {
  const named = `<updateProcessor name="s" class="solr.SignatureUpdateProcessorFactory"><str name="fields">s</str></updateProcessor>`
  const of = (content: string) => summary(parse(named + content).chainOf('x'))
  assert.equal(of(chain(signing('', ' enable="false"') + tail)), 'Log Distributed Run')
  assert.equal(of(chain(tail, 'name="x" processor=" s , uuid"')), 'Signature(s) uuid Log Distributed Run')
  assert.equal(of(chain(tail, 'name="x" post-processor="s"')), 'Log Distributed Signature(s) Run')
  assert.equal(of(chain(signing(''))), 'Signature()')
  // Without their anchors, they go to the start and before the last processor.
  assert.equal(of(chain(signing(''), 'name="x" processor="s"')), 'Signature(s) Signature()')
  assert.equal(of(chain(signing(''), 'name="x" post-processor="s"')), 'Signature(s) Signature()')
  const bare =
    '<processor class="processor.LogUpdateProcessorFactory"/><processor class="RunUpdateProcessorFactory"/>'
  assert.equal(of(chain(bare)), 'Log Distributed Run')
})

test('a signature processor behind the last processor that runs the update is too late', () => {
  const run = '<processor class="solr.RunUpdateProcessorFactory"/>'
  const [a, b] = ['a', 'b'].map(name => signing(`<str name="fields">${name}</str>`))
  const signed = (content: string, attributes = 'name="x"') => {
    const named = `<updateProcessor name="s" ${b.slice('<processor '.length, -'processor>'.length)}updateProcessor>`
    const { signatures, isStoring } = parse(named + chain(content, attributes)).chainOf('x')
    return [isStoring, ...signatures.flatMap(({ fields }) => fields)]
  }
  assert.deepEqual(signed(a + run + b), [true, 'a'])
  assert.deepEqual(signed(run + b), [true])
  assert.deepEqual(signed(run + a + run + b), [true, 'a'])
  assert.deepEqual(signed(a + run, 'name="x" post-processor="s"'), [true, 'a', 'b'])
  assert.deepEqual(signed(a), [false, 'a'])
  assert.equal(parse('').chainOf().isStoring, true)
  assert.equal(settings('<bool name="enabled">1</bool>'), '400 invalid boolean value: 1')
  const behind = run + signing('<bool name="enabled">1</bool>')
  assert.throws(() => signed(behind), /got invalid boolean value: 1/)
})

test('refuses chains with which Solr does not start', () => {
  const refusal = (content: string) => {
    try {
      parse(content)
      return undefined
    } catch (error) {
      return solrErrorOf(error)
    }
  }
  assert.deepEqual(refusal(chain('', 'name="x" default="true"')), {
    code: 500,
    message: 'updateRequestProcessorChain "x" (default) require at least one processor',
  })
  assert.deepEqual(refusal(chain(tail, 'processor="zz"')), { code: 400, message: 'No such processor zz' })
})

test('a request that names no chain gets that of its handler or of initParams', () => {
  const list = (kind: string, name: string) =>
    `<lst name="${kind}"><str name="update.chain">${name}</str></lst>`
  const [a, b] = ['a', 'b'].map(name =>
    chain(signing(`<str name="fields">${name}</str>`) + tail, `name="${name}"`),
  )
  const config = parse(`${a}${b}
    <requestHandler name="/update" class="solr.UpdateRequestHandler">${list('defaults', 'a')}</requestHandler>
    <requestHandler name="/mine" class="solr.UpdateRequestHandler" initParams="i"/>
    <initParams path="/update/**,/other/*">${list('defaults', 'b')}</initParams>
    <initParams path="/fixed">${list('defaults', 'a')}${list('invariants', 'b')}</initParams>
    <initParams name="i">${list('defaults', 'a')}</initParams>`)
  const chosen = ['/update', '/update/json', '/other/x', '/other/x/y', '/fixed', '/mine', '/none']
  assert.deepEqual(
    chosen.map(path => config.chainOf(undefined, path).name),
    ['a', 'b', 'b', undefined, 'b', 'a', undefined],
  )
  assert.equal(config.chainOf('b').name, 'b')
  assert.throws(() => config.chainOf('zzz'), /got unknown UpdateRequestProcessorChain: zzz\./)
})

const trim = '<processor class="solr.TrimFieldUpdateProcessorFactory"/>'

test('settings of signatures are not given alone if other processors change documents before', () => {
  const read = (content: string) => parse(chain(content)).chainOf('x')
  const f = signing('<str name="fields">f</str>')
  assert.equal(read(f + trim + tail).signatures.length, 1)
  assert.equal(read(trim + signing('<bool name="enabled">false</bool>') + tail).signatures.length, 1)
  assert.throws(() => read(trim + f + tail).signatures, {
    message:
      'SOLR_CHAIN: expected only signatures before the last signature, where their settings are used alone, got solr.TrimFieldUpdateProcessorFactory, at updateRequestProcessorChain "x". To fix: give the chain itself to `updateChain`.',
  })
  assert.deepEqual(
    read(trim + f + tail).steps.map(({ kind }) => kind),
    ['fields', 'signature'],
  )
  const twice = '<processor class="solr.DistributedUpdateProcessorFactory"/>'.repeat(2)
  assert.throws(() => read(twice + tail), /more then one instance of DistributingUpdateProcessorFactory/)
})

test('a request, its handler and params.json add processors and choose chains', () => {
  const named = `<updateProcessor name="t" class="solr.TrimFieldUpdateProcessorFactory"/>
    <updateProcessor name="s" class="solr.SignatureUpdateProcessorFactory"/>`
  const lists = (kind: string, ...params: readonly [name: string, value: string][]) =>
    `<lst name="${kind}">${params.map(([name, value]) => `<str name="${name}">${value}</str>`).join('')}</lst>`
  const handler = (path: string, content: string, attributes = '') =>
    `<requestHandler name="${path}" class="solr.UpdateRequestHandler" ${attributes}>${content}</requestHandler>`
  const content =
    named +
    chain(tail, 'name="plain"') +
    chain(signing('') + tail, 'name="signs"') +
    handler('/update', lists('defaults', ['processor', 's'])) +
    handler('/fixed', lists('invariants', ['update.chain', 'plain'], ['post-processor', 't'])) +
    handler('/sets', lists('defaults', ['update.chain', 'plain']), 'useParams="a,b"')
  const of = (...args: Parameters<ReturnType<typeof parse>['chainOf']>) => {
    const { processors } = parse(content).chainOf(...args)
    return processors.map(name => name.replace(/^solr\.|UpdateProcessorFactory$/g, '')).join(' ')
  }
  assert.equal(of(), 'Signature Log Distributed Run')
  assert.equal(of('plain', '/update', { processor: 't,s' }), 'TrimField Signature Log Distributed Run')
  assert.equal(
    of('plain', '/update', { processor: 't', postProcessor: 's' }),
    'TrimField Log Distributed Signature Run',
  )
  assert.equal(of('signs', '/fixed', { postProcessor: 's' }), 'Log Distributed TrimField Run')
  assert.throws(
    () => of('plain', '/update', { processor: 'zz' }),
    /SOLR_UPDATE: .*got No such processor zz/,
  )
  assert.throws(() => of(undefined, '/sets'), {
    message:
      'SOLR_CHAIN: expected the parameters that the handler uses, which may name another chain, got useParams="a,b", at requestHandler "/sets". To fix: put the `params.json` of the collection beside the configuration, or take out useParams.',
  })
  const params = {
    _UPDATE_JSON: { 'update.chain': 'signs' },
    a: { 'update.chain': 'plain', processor: 't' },
    b: { 'update.chain': 'signs', _invariants_: { processor: 's' } },
  }
  const config = parseSolrConfig(`<config>${content}</config>`, {}, JSON.stringify({ params }))
  assert.deepEqual(
    ['/update', '/update/json', '/sets'].map(path => config.chainOf(undefined, path).name),
    [undefined, 'signs', 'signs'],
  )
  assert.equal(config.chainOf('plain', '/sets', { processor: 't' }).signatures.length, 1)
  assert.throws(() => parseSolrConfig('<config/>', {}, '[]x'), /SOLR_CONFIG: expected a params\.json/)
})

test('reads the configuration of the recorded scenarios, and bytes in their declared encoding', () => {
  assert.equal(parseSolrConfig(recorded).chains.length, 17)
  const xml = `<?xml version="1.0" encoding="iso-8859-1"?><config>${chain(signing('<str name="fields">gr\u00f6sse</str>') + tail)}</config>`
  const { signatures } = parseSolrConfig(Buffer.from(xml, 'latin1')).chainOf('x')
  assert.deepEqual(signatures[0].fields, ['gr\u00f6sse'])
  assert.throws(
    () => parse('<a/>\u00f8<xi:include href="chains.xml" xmlns:xi="http://www.w3.org/2001/XInclude"/>'),
    {
      message:
        'SOLR_CONFIG: expected XML with all of its content in it, without a document type declaration or xi:include, got <xi:include href="chains.xml">, at line 1, column 88. To fix: resolve it first, with `xmllint --noent --xinclude --dropdtd IN.xml > OUT.xml`.',
    },
  )
})
