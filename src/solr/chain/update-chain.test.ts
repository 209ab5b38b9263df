/** Update chains: how `safe` differs from Solr, what is refused, and several processors in a row. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schema as schemaXml } from '../../../test/solr/solr-requests.ts'
import { parseSolrSchema } from '../fields/schema.ts'
import { solrErrorOf, type UpdateCommand } from '../messages/messages.ts'
import { documentOf } from '../messages/values.ts'
import { readUpdateText } from '../read-updates.ts'
import type { ChainEvent } from './chain-events.ts'
import type { ChainOptions } from './chain-options.ts'
import { type GivenSignatureSettings, givenSettings } from './signature-processor.ts'
import { updateChain } from './update-chain.ts'

const schema = parseSolrSchema(schemaXml)

const sig = { signatureField: 'sig', fields: 'name_s, body_t', signatureClass: 'solr.TextProfileSignature' }

function taken(
  settings: GivenSignatureSettings,
  options: ChainOptions,
  objects: readonly object[],
): ChainEvent[] {
  const chain = updateChain(settings, options)
  const add = (object: object): UpdateCommand => {
    const document = documentOf(object as Record<string, unknown>)
    return { kind: 'add', document, overwrite: undefined, commitWithin: undefined }
  }
  return objects.flatMap(object => chain.take(add(object)))
}

function summary(event: ChainEvent): unknown {
  if (event.kind === 'document') return [event.number, event.signature?.slice(0, 4), event.replaced]
  if (event.kind === 'notice') return `${event.reason} ${event.input}`
  return event.kind === 'refused' ? event.error.message : event.command.kind
}

test('fractions are signed as the Java of the server writes them', () => {
  const settings = { signatureField: 'sig', fields: 'n_d', signatureClass: 'solr.MD5Signature' }
  const signature = (javaVersion: number | undefined, n: number | string) =>
    (taken(settings, { javaVersion }, [{ id: '1', n_d: n }])[0] as { signature?: string }).signature
  assert.equal(signature(undefined, 2e23), signature(undefined, '1.9999999999999998E23'))
  assert.equal(signature(18, 2e23), signature(undefined, 2e23))
  assert.equal(signature(21, 2e23), signature(undefined, '2.0E23'))
  assert.equal(signature(21, 0.1), signature(undefined, 0.1))
  assert.throws(
    () => signature(7, 1),
    /OPTION_VALUE: expected javaVersion to be a whole number in \[8, 99\]/,
  )
})

test('safe trims the names, with a notice before the first document', () => {
  const events = taken(sig, { compatibility: 'safe' }, [{ id: '1', body_t: 'apple apple pear pear' }])
  assert.equal(summary(events[0]), 'fields-trimmed 0')
  const [asSolr] = taken(sig, {}, [{ id: '1', body_t: 'apple apple pear pear' }])
  // Solr looks for a field with a blank before its name and finds none.
  assert.equal(asSolr.kind === 'document' && asSolr.signature, 'd41d8cd98f00b204e9800998ecf8427e')
  assert.notEqual(events[1].kind === 'document' && events[1].signature, 'd41d8cd98f00b204e9800998ecf8427e')
})

const words = { ...sig, fields: 'body_t' }
const withoutContent = [
  { id: '1' },
  { id: '2', body_t: '' },
  { id: '3', body_t: 'a b' },
  { id: '4', body_t: '' },
]

test('documents without content replace each other in Solr, and get no signature with safe', () => {
  const asSolr = taken(words, { keepsState: true }, withoutContent).map(summary)
  assert.deepEqual(asSolr, [
    [0, 'd41d', []],
    [1, '744d', []],
    [2, '744d', [1]],
    [3, '744d', [2]],
  ])
  const safe = taken(words, { keepsState: true, compatibility: 'safe' }, withoutContent).map(summary)
  assert.deepEqual(
    safe,
    [1, 2, 3, 4].flatMap(n => [`nothing-to-compare ${n}`, [n - 1, undefined, []]]),
  )
})

test('Solr loses documents with empty or null fields with any class, safe leaves them unsigned', () => {
  const objects = [{ title: '' }, {}, { title: ['', ''] }, { title: null }].flatMap(object => [
    { id: '1', ...object },
    { id: '2', ...object },
  ])
  for (const signatureClass of ['Lookup3Signature', 'MD5Signature', 'TextProfileSignature']) {
    const settings = { fields: 'title', signatureField: 'sig', signatureClass }
    for (let i = 0; i < objects.length; i += 2) {
      const pair = objects.slice(i, i + 2)
      const replaced = (options: ChainOptions) =>
        taken(settings, { ...options, keepsState: true }, pair).flatMap(event =>
          event.kind === 'document' ? event.replaced : [],
        )
      assert.deepEqual(replaced({}), [0], `${signatureClass} ${JSON.stringify(pair)}`)
      assert.deepEqual(replaced({ compatibility: 'safe' }), [], `${signatureClass} ${JSON.stringify(pair)}`)
    }
  }
})

test('in XML a field without text is empty, and one marked as null is null', () => {
  const doc = (id: number, title: string) => `<doc><field name="id">${id}</field>${title}</doc>`
  const [empty, none] = ['<field name="title"/>', '<field name="title" null="true"/>']
  const message = `<add>${doc(1, empty)}${doc(2, empty)}${doc(3, none)}${doc(4, none)}</add>`
  const left = (options: ChainOptions) => {
    const chain = updateChain({ fields: 'title' }, { ...options, keepsState: true })
    for (const command of readUpdateText(message, { format: 'xml' })) chain.take(command)
    return chain.survivors()
  }
  assert.deepEqual(left({ compatibility: 'safe' }), Uint32Array.of(0, 1, 2, 3))
  assert.deepEqual(left({}), Uint32Array.of(1, 3))
})

test('with safe, an update of other fields keeps its signature and can be replaced by it', () => {
  const [p, q] = ['pear pear apple', 'fig fig apple']
  const stream = [
    { id: '1', body_t: p },
    { id: '2', body_t: q },
    { id: '1', n_i: { inc: 1 } },
    { id: '2', n_i: { inc: 1 } },
    { id: '3', body_t: p },
  ]
  const safe = taken(words, { keepsState: true, compatibility: 'safe' }, stream).map(summary)
  assert.deepEqual(safe.slice(2), [
    'update-passed 3',
    [2, undefined, [0]],
    'update-passed 4',
    [3, undefined, [1]],
    [4, '8d29', [2]],
  ])
  const asSolr = taken(words, { keepsState: true }, stream).map(summary)
  assert.deepEqual(asSolr.slice(2), [
    [2, 'd41d', [0]],
    [3, 'd41d', [1, 2]],
    [4, '8d29', []],
  ])
})

test('an update of a signed field is refused with safe, too', () => {
  const options: ChainOptions = { compatibility: 'safe', onError: 'skip' }
  const [event] = taken(words, options, [{ id: '1', body_t: { set: 'x' } }])
  assert.equal(event.kind === 'refused' && solrErrorOf(event.error)?.code, 500)
  assert.match(
    String(summary(event)),
    /^SOLR_UPDATE: expected an update that Solr accepts, got Can't use .*, at update 1\./,
  )
})

test('safe refuses an analysed signature field when duplicates are overwritten', () => {
  const broken = { ...words, signatureField: 'sig_text_broken' }
  assert.throws(() => updateChain(broken, { schema, compatibility: 'safe' }), {
    message:
      'SOLR_UNSAFE: expected a signature field whose term is the signature itself, such as one of solr.StrField, got solr.TextField of sig_text_broken: Solr can then remove the documents it adds. To fix: give the signature field a string type, or choose `overwriteDupes` false.',
  })
  updateChain(broken, { schema })
  updateChain({ ...broken, overwriteDupes: false }, { schema, compatibility: 'safe' })
})

test('checks the schema as Solr does at start', () => {
  const refused = (given: GivenSignatureSettings, options: ChainOptions = {}) => {
    try {
      updateChain(given, { schema, ...options })
      return undefined
    } catch (error) {
      return [(error as { code: string }).code, solrErrorOf(error)?.code, solrErrorOf(error)?.message]
    }
  }
  assert.deepEqual(refused({ signatureField: 'nosuch' }), [
    'SOLR_CONFIG',
    500,
    "Can't use signatureField which does not exist in schema: nosuch",
  ])
  assert.deepEqual(refused({ signatureField: 'sig_unindexed' }), [
    'SOLR_CONFIG',
    500,
    "Can't set overwriteDupes when signatureField is not indexed: sig_unindexed",
  ])
  assert.equal(refused({ signatureField: 'sig' }), undefined)
  assert.equal(refused({ signatureField: 'id' }, { isCloud: true }), undefined)
  assert.deepEqual(refused({ signatureField: 'sig' }, { isCloud: true })?.[1], 500)
})

test('stops at the first document Solr refuses, or reports it and goes on', async () => {
  const objects = [{ id: '1', name: 'p' }, { name: 'q' }, { id: '3', name: 'r' }]
  const settings = { fields: 'name', signatureField: 'sig' }
  const chain = updateChain(settings, { keepsState: true })
  const events: ChainEvent[] = []
  await assert.rejects(
    async () => {
      for await (const event of chain.runObjects(objects)) events.push(event)
    },
    { message: /got Document is missing mandatory uniqueKey field: id, at update 2\./ },
  )
  assert.equal(events.length, 1)
  const skipping = taken(settings, { keepsState: true, onError: 'skip' }, objects)
  assert.deepEqual(
    skipping.map(event => event.kind),
    ['document', 'refused', 'document'],
  )
})

test('several processors sign in turn, and the last term counts', () => {
  const first = givenSettings({ fields: 'a', signatureField: 'sig' })
  const second = givenSettings({ fields: 'b', signatureField: 'sig2' })
  const chain = updateChain([first, second], { keepsState: true })
  const take = (id: string, a: string, b: string) =>
    summary(chain.take(readUpdateText(JSON.stringify([{ id, a, b }]))[0])[0])
  assert.deepEqual((take('1', 'x', 'y') as unknown[])[2], [])
  assert.deepEqual((take('2', 'x', 'z') as unknown[])[2], [])
  assert.deepEqual((take('3', 'w', 'y') as unknown[])[2], [0])
  assert.deepEqual(chain.survivors(), Uint32Array.of(1, 2))
})

test('a chain that runs no update stores and deletes nothing, and safe refuses it', () => {
  const chain = updateChain(words, { isStoring: false, keepsState: true, schema })
  const stream =
    '{"add":{"doc":{"id":"1","body_t":"x"}},"add":{"doc":{"body_t":"x"}},"delete":{"id":"1"},"rollback":{}}'
  const events = readUpdateText(stream).flatMap(command => chain.take(command))
  assert.deepEqual(events.map(summary), [
    [undefined, '744d', []],
    [undefined, '744d', []],
    'delete',
    'rollback',
  ])
  assert.deepEqual(chain.survivors(), new Uint32Array())
  assert.throws(() => updateChain(words, { isStoring: false, compatibility: 'safe' }), {
    message:
      'SOLR_UNSAFE: expected a chain that stores its documents, got one without a solr.RunUpdateProcessorFactory: Solr answers 200 but stores nothing. To fix: put that processor at the end of the chain.',
  })
})

test('values are checked after the last processor and after the id, in document order', () => {
  const fieldOf = (fields: string, signatureField = 'sig') => givenSettings({ fields, signatureField })
  const refusal = (signing: ReturnType<typeof fieldOf>[], object: object, options: ChainOptions = {}) => {
    const chain = updateChain(signing, { schema, keepsState: true, onError: 'skip', ...options })
    const document = documentOf(object as Record<string, unknown>)
    const [event] = chain.take({ kind: 'add', document, overwrite: undefined, commitWithin: undefined })
    return event.kind === 'refused' ? solrErrorOf(event.error)?.message : event.kind
  }
  const three = [fieldOf('body_t'), fieldOf('name_s'), fieldOf('n_i')]
  const problem = 'multiple values encountered for non multiValued field sig'
  const values = '[e23c6cf68bfe1ee3, a7ee8f0ab15a4a18, aec6e2ea5916bacd]'
  const object = { body_t: 'x', name_s: 'n', n_i: 1 }
  assert.equal(refusal(three, { id: '1', ...object }), `ERROR: [doc=1] ${problem}: ${values}`)
  assert.equal(refusal(three, object), 'Document is missing mandatory uniqueKey field: id')
  assert.equal(refusal(three, object, { overwrite: false }), `ERROR: [doc=null] ${problem}: ${values}`)
  assert.equal(
    refusal(three, { id: ['1', '2'] }),
    'Document contains multiple values for uniqueKey field: id=[1, 2]',
  )
  const two = [fieldOf('body_t'), fieldOf('body_t', 'name_s')]
  assert.match(String(refusal(two, { id: '1', name_s: 'n', sig: 'mine' })), /field name_s: \[n, /)
  assert.match(String(refusal(two, { id: '1', sig: 'mine', name_s: 'n' })), /field sig: \[mine, /)
  assert.equal(
    refusal([fieldOf('body_t', 'id'), fieldOf('body_t')], { id: '1', body_t: 'p', sig: 'x' }),
    'Document contains multiple values for uniqueKey field: id=[1, 3796447b7dec509e]',
  )
})

test('an event has the term whose documents it replaces', () => {
  const first = givenSettings({ fields: 'body_t', signatureField: 'sig' })
  const second = givenSettings({ fields: 'name_s', signatureField: 'sig_many', overwriteDupes: false })
  const [event] = updateChain([first, second]).take(readUpdateText('[{"id":"1","body_t":"p"}]')[0])
  assert.deepEqual(event.kind === 'document' && event.term, { field: 'sig', text: '3796447b7dec509e' })
})

test('refuses the settings Solr refuses', () => {
  assert.throws(() => updateChain({ overwriteDupes: '1' as never }), {
    message:
      'SOLR_CONFIG: expected a configuration with which Solr starts, got invalid boolean value: 1. To fix: correct the configuration.',
  })
})
