/** Every public function of nearsame/solr refuses wrong options, which plain JavaScript may pass. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as solr from '../../doors/solr.ts'

/** The functions without their types. */
// biome-ignore lint/suspicious/noExplicitAny: that anything can be passed is what is tested
const loose = solr as any

const settings = solr.givenSettings({ fields: 'title', signatureField: 'sig' })
const schema = solr.parseSolrSchema('<schema><fieldType name="s" class="solr.StrField"/></schema>')

/** Values of every type; each option is tried with those it does not accept. */
const values: readonly unknown[] = [
  null,
  5,
  Number.NaN,
  true,
  'Wrong',
  '',
  {},
  [5],
  [''],
  () => 5,
  5n,
  Symbol('s'),
]

type Takes = (value: unknown) => boolean
const isFlag: Takes = value => typeof value === 'boolean'
const isText: Takes = value => typeof value === 'string'
const isName: Takes = value => isText(value) && value !== ''
const isFlagOrText: Takes = value => isFlag(value) || isText(value)
const isNumberOrText: Takes = value => typeof value === 'number' || isText(value)
const isFunction: Takes = value => typeof value === 'function'
const none: Takes = () => false

const ofState = { uniqueKey: isName, overwrite: isFlag }
const ofChain = {
  ...ofState,
  compatibility: none,
  schema: none,
  keepsState: isFlag,
  onError: none,
  isCloud: isFlag,
}
const ofSettings = {
  enabled: isFlagOrText,
  overwriteDupes: isFlagOrText,
  signatureField: isText,
  fields: isText,
  signatureClass: isText,
  quantRate: isNumberOrText,
  minTokenLen: isNumberOrText,
}
const ofSettingsAsRead = {
  isEnabled: isFlag,
  overwriteDupes: isFlag,
  signatureField: isText,
  signatureClass: isText,
  fields: none,
  params: (value: unknown) => typeof value === 'object' && value !== null,
}
const ofReading = { form: none, schema: none }

type Door = readonly [
  name: string,
  call: (options: unknown) => unknown,
  options: Readonly<Record<string, Takes>>,
]

/** Each function with its options; a function with several option objects is listed for each of them. */
const doors: readonly Door[] = [
  ['updateChain', options => loose.updateChain({}, options), ofChain],
  ['updateChain', given => loose.updateChain(given), ofSettings],
  ['updateChain', changed => loose.updateChain([asRead(changed)]), ofSettingsAsRead],
  ['UpdateChain', options => new loose.UpdateChain([settings], options), ofChain],
  ['DocumentState', options => new loose.DocumentState(options), ofState],
  ['givenSettings', given => loose.givenSettings(given), ofSettings],
  ['checkSignatureField', changed => checkedField(changed), ofSettingsAsRead],
  [
    'signBulk',
    options => loose.signBulk('', settings, options),
    { documentId: none, deletesReplaced: isFlag, compatibility: none },
  ],
  ['signBulk', changed => loose.signBulk('', asRead(changed)), ofSettingsAsRead],
  ['JsonReader', options => new loose.JsonReader(options), ofReading],
  ['readUpdateText', options => loose.readUpdateText('', options), { ...ofReading, format: none }],
  ['readUpdates', options => loose.readUpdates([], options).next(), { ...ofReading, format: none }],
  [
    'parseMinHashQuery',
    options => loose.parseMinHashQuery('a', { sep: ',' }, options),
    { analyse: isFunction, maxClauseCount: value => value === 5 },
  ],
]

/** The settings of a program that changes one. */
function asRead(changed: unknown): unknown {
  const isPlain = typeof changed === 'object' && changed !== null && !Array.isArray(changed)
  return isPlain ? { ...settings, ...changed } : changed
}

/** The field is missing in the schema, which is Solr's error. */
function checkedField(changed: unknown): void {
  try {
    loose.checkSignatureField(asRead(changed), schema)
  } catch (error) {
    if (!solr.isJavaException(error)) throw error
  }
}

async function codeOf(call: () => unknown): Promise<string | undefined> {
  try {
    await call()
    return undefined
  } catch (error) {
    // The meaning of a setting is left to Solr, such as a text that is not a boolean.
    if (solr.solrErrorOf(error) !== undefined) return undefined
    return solr.isNearsameError(error) ? error.code : String(error)
  }
}

for (const [name, call, options] of doors) {
  test(`${name} refuses unknown options: ${Object.keys(options).join(', ')}`, async () => {
    assert.equal(await codeOf(() => call({})), undefined)
    for (const value of [null, 5, 'safe', true, [5]]) {
      assert.equal(await codeOf(() => call(value)), 'OPTION_VALUE', String(value))
    }
    for (const wrong of ['nosuch', ...Object.keys(options).map(option => option.slice(0, -1))]) {
      assert.equal(await codeOf(() => call({ [wrong]: 'x' })), 'OPTION_UNKNOWN', wrong)
    }
  })

  test(`${name} refuses values of the wrong type: ${Object.keys(options).join(', ')}`, async () => {
    for (const [option, takes] of Object.entries(options)) {
      for (const value of values) {
        const expected = takes(value) ? undefined : 'OPTION_VALUE'
        assert.equal(await codeOf(() => call({ [option]: value })), expected, `${option} ${String(value)}`)
      }
    }
  })
}

test('refuses properties that are not texts', async () => {
  const parsers = [
    (properties: unknown) => loose.parseSolrConfig('<config/>', properties),
    (properties: unknown) => loose.parseSolrSchema('<schema/>', properties),
  ]
  for (const parse of parsers) {
    for (const properties of [null, 5, { a: 5 }, { a: null }])
      assert.equal(await codeOf(() => parse(properties)), 'OPTION_VALUE')
    assert.equal(await codeOf(() => parse({ a: '5' })), undefined)
  }
})

test('refuses wrong settings, properties and parameters', async () => {
  const wrong: readonly (() => unknown)[] = [
    () => loose.checkSignatureField(settings, {}),
    () => loose.checkSignatureField(settings, schema, 'yes'),
    () => new loose.UpdateChain(settings, {}),
    () => loose.updateChain([{ fields: 'title' }]),
    () => loose.parseMinHashQuery('a', null),
    () => loose.parseMinHashQuery('a', { sep: ',', sim: 0.5 }),
  ]
  for (const call of wrong) assert.equal(await codeOf(call), 'OPTION_VALUE', String(call))
})

test('names the option that was probably meant', () => {
  const says = (call: () => unknown, message: RegExp) => assert.throws(call, { message })
  says(
    () => loose.updateChain({}, { compatibility: 'Safe' }),
    /compatibility to be one of solr, safe, got "Safe"/,
  )
  says(
    () => loose.updateChain({}, { compatability: 'safe' }),
    /got compatability\. To fix: write compatibility/,
  )
  says(() => loose.updateChain({}, { onError: 'skp' }), /onError to be one of stop, skip, got "skp"/)
  says(() => loose.updateChain({}, { isStorin: true }), /To fix: write isStoring/)
  says(() => loose.givenSettings({ field: 'title' }), /To fix: write fields/)
  says(() => loose.signBulk('', settings, { documentID: 'signature' }), /To fix: write documentId/)
})

test('every public function is listed here or takes no options', () => {
  const withoutOptions = [
    'NearsameError',
    'XmlReader',
    'chooseBandSize',
    'commandToJson',
    'commandsToJson',
    'documentOf',
    'documentToJson',
    'fieldValue',
    'isJavaException',
    'isNearsameError',
    'signatureOf',
    'signatureSettings',
    'solrErrorOf',
    'valueText',
    'withSignature',
  ]
  const tested = [...doors.map(([name]) => name), 'parseSolrConfig', 'parseSolrSchema']
  assert.deepEqual(Object.keys(solr).sort(), [...new Set([...tested, ...withoutOptions])].sort())
})

test('refuses a wrong main argument, too', () => {
  const calls: Readonly<Record<string, (value: unknown) => unknown>> = {
    signBulk: value => loose.signBulk(value, settings),
    parseSolrConfig: value => loose.parseSolrConfig(value),
    parseSolrSchema: value => loose.parseSolrSchema(value),
    readUpdateText: value => loose.readUpdateText(value),
    documentOf: value => loose.documentOf(value),
  }
  for (const [name, call] of Object.entries(calls)) {
    for (const value of [undefined, null, 5, true, [], ['a'], () => 5, Symbol('s')])
      assert.throws(() => call(value), { name: 'NearsameError' }, `${name} ${String(value)}`)
  }
})

const wrong: readonly unknown[] = [undefined, null, 5, 'a', true, [5], {}, () => 5, Symbol('s'), 5n]
const of = (value: unknown) => ({ fields: [{ name: 'a', value }], children: [] })

test('refuses objects that are not commands, and documents without fields', async () => {
  const chain = () =>
    loose.updateChain({ fields: 'a', signatureField: 'sig' }, { keepsState: true, uniqueKey: 'a' })
  const commands = [
    ...wrong,
    { kind: 'ad' },
    { kind: 'add' },
    { kind: 'delete' },
    { kind: 'delete', ids: [] },
  ]
  for (const command of [...commands, { kind: 'commit' }]) {
    const calls = [() => chain().take(command), () => loose.commandToJson(command)]
    for (const call of [...calls, () => loose.commandsToJson([command])])
      assert.equal(await codeOf(call), 'OPTION_VALUE', String(command))
  }
  for (const call of [loose.documentToJson, (d: unknown) => loose.withSignature(d, 'a', 'b')])
    for (const document of wrong) assert.equal(await codeOf(() => call(document)), 'OPTION_VALUE')
})

test('refuses wrong fields, settings and names', async () => {
  const calls: readonly (() => unknown)[] = [
    ...wrong.flatMap(value => [
      () => loose.signatureSettings(value),
      () => loose.signatureOf(value, of('x')),
    ]),
    ...wrong.filter(value => !Array.isArray(value)).map(value => () => loose.fieldValue(value, 'a')),
    () => loose.fieldValue([], 5),
    () => loose.signatureSettings([{ name: 'fields', texts: 'a' }]),
    () => loose.signatureSettings([{ name: 5, texts: [] }]),
    () => loose.withSignature(of('x'), 5, 'a'),
    () => loose.withSignature(of('x'), 'a', 5),
  ]
  for (const call of calls)
    assert.match(String(await codeOf(call)), /^(OPTION_VALUE|TEXT_NOT_STRING)$/, String(call))
})

test('accepts only iterable streams of commands, objects and pieces', async () => {
  const chain = loose.updateChain({ fields: 'a', signatureField: 'sig' })
  for (const value of [undefined, null, 5, {}, () => 5, Symbol('s')]) {
    for (const walk of [chain.run(value), chain.runObjects(value), loose.readUpdates(value)])
      assert.equal(await codeOf(() => walk.next()), 'OPTION_VALUE')
  }
  for (const value of [undefined, null, 5, {}, [], Symbol('s')]) {
    assert.equal(await codeOf(() => loose.readUpdates([value]).next()), 'OPTION_VALUE')
    assert.equal(await codeOf(() => new loose.JsonReader().push(value).next()), 'TEXT_NOT_STRING')
    assert.equal(await codeOf(() => new loose.XmlReader().push(value).next()), 'TEXT_NOT_STRING')
  }
})

test('refuses a cyclic object as a document', async () => {
  const field: Record<string, unknown> = { id: 1 }
  field.self = field
  const child: Record<string, unknown> = { id: 1 }
  child._childDocuments_ = [child]
  for (const object of [field, child]) {
    assert.equal(await codeOf(() => loose.documentOf(object)), 'RECORD_NOT_OBJECT')
    const chain = loose.updateChain({ fields: 'a', signatureField: 'sig' })
    assert.equal(await codeOf(() => chain.runObjects([object]).next()), 'RECORD_NOT_OBJECT')
  }
})
