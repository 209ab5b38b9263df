/** Plain JavaScript may pass anything to jobs that take requests: no wrong value ends in an internal error. */
import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { told } from '../../../test/conformance/told.ts'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import * as nearsame from '../../doors/node.ts'

const folder = temporaryFolder()
const input = join(folder, 'in.jsonl')
writeFileSync(input, '{"id":1,"text":"one two three"}\n{"id":2,"text":"one two three"}\n')

const events = { progress: () => {}, signal: new AbortController().signal }
const options = {
  result: nearsame.resolveResultOptions({}),
  input: nearsame.resolveInputOptions({}),
  speed: nearsame.resolveSpeedOptions({ threads: 1 }),
  running: nearsame.resolveRunningOptions({}),
}
const request = { inputs: [input], ...options }

// biome-ignore lint/suspicious/noExplicitAny: the tests pass arguments of every type
const loose = nearsame as any

const kinds: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  null: null,
  true: true,
  five: 5,
  NaN: Number.NaN,
  bigint: 5n,
  text: 'abc',
  empty: [],
  list: [{}],
  object: {},
  map: new Map([['inputs', [input]]]),
  instance: new (class {
    a = 1
  })(),
  promise: Promise.resolve(request),
  date: new Date(0),
  bytes: new Uint8Array(2),
  symbol: Symbol('s'),
  function: () => 5,
}

const parts = { result: '', input: '', speed: '', running: '', bad: 'undefined' }
const files = { output: 'undefined', report: 'undefined' }

interface Job {
  readonly given: object
  /** The checked fields, with the kinds of otherwise wrong values that each accepts. */
  readonly fields: Readonly<Record<string, string>>
}

const jobs: Readonly<Record<string, Job>> = {
  dedupe: { given: request, fields: { ...parts, ...files, removed: 'undefined', clusters: 'undefined' } },
  pairs: {
    given: { ...request, maxPairs: 9 },
    fields: { ...parts, ...files, maxPairs: 'five', accept: 'undefined', reject: 'undefined' },
  },
  match: {
    given: { ...request, against: [input], againstInput: request.input, oneToOne: false },
    fields: { ...parts, ...files, kept: 'undefined', against: 'empty', againstInput: '', oneToOne: 'true' },
  },
  sign: { given: request, fields: { ...parts, output: 'undefined' } },
  tune: { given: { ...request, sample: 2 }, fields: { ...parts, plot: 'undefined', sample: 'five' } },
  explainRecords: { given: { ...request, ids: ['1', '2'] }, fields: { result: '', input: '', ids: '' } },
  chain: {
    given: { inputs: [input], config: input },
    fields: {
      ...{ config: '', schema: 'undefined', output: 'undefined', refused: 'undefined', chain: 'undefined' },
      ...{ uniqueKey: 'undefined', temp: 'undefined', force: 'undefined true' },
      ...{ inputFormat: 'undefined', compatibility: 'undefined' },
    },
  },
}

for (const [name, { given, fields }] of Object.entries(jobs)) {
  const job = loose[name]

  test(`${name} refuses anything but a request, and anything but events`, async () => {
    for (const [kind, value] of Object.entries(kinds)) {
      // The names of a class instance are read, and an unrelated class has unknown ones.
      const code = kind === 'instance' ? 'OPTION_UNKNOWN' : 'OPTION_VALUE'
      assert.equal(await told(() => job(value, events)), code, kind)
      if (name === 'explainRecords') continue
      assert.equal(await told(() => job(given, value)), 'OPTION_VALUE', `events: ${kind}`)
      const halves = [
        { progress: value, signal: value },
        { ...events, signal: value },
      ]
      for (const half of halves) assert.equal(await told(() => job(given, half)), 'OPTION_VALUE', kind)
    }
  })

  test(`${name} refuses values of a wrong kind in its request: ${Object.keys(fields).join(', ')}`, async () => {
    for (const [field, right] of Object.entries({ ...fields, inputs: 'empty' })) {
      for (const [kind, value] of Object.entries(kinds)) {
        // A text is a file name, existing or not.
        if (kind === 'text' || right.split(' ').includes(kind)) continue
        const code = await told(() => job({ ...given, [field]: value }, events))
        assert.match(code, /^(OPTION_VALUE|TEXT_NOT_STRING)$/, `${field}: ${kind}`)
      }
    }
  })
}

for (const [name, { given, fields }] of Object.entries(jobs)) {
  test(`${name} refuses an unknown name in its request`, async () => {
    for (const known of Object.keys(fields)) {
      const misspelt = `${known.slice(0, -2)}${known.at(-1)}`
      const code = await told(() => loose[name]({ ...given, [misspelt]: undefined }, events))
      assert.equal(code, 'OPTION_UNKNOWN', misspelt)
    }
  })
}

test('a refusal names the value, and nothing is written', async () => {
  const says = (call: () => Promise<unknown>, message: RegExp) => assert.rejects(call, { message })
  await says(
    () => loose.sign({ inputs: [input] }, events),
    /request\.result to be an object, got undefined/,
  )
  await says(
    () => loose.dedupe({ ...request, result: { threshold: 0.9 } }, events),
    /request\.result to be what `resolveResultOptions` gives, got \{"threshold":0\.9\}/,
  )
  await says(
    () => loose.dedupe({ ...request, inputs: input }, events),
    /expected inputs to be a list of paths/,
  )
  await says(() => loose.dedupe({ ...request, ouput: 'x' }, events), /got ouput\. To fix: write output,/)
  await says(
    () => loose.sign({ ...request, clusters: 'x' }, events),
    /got clusters\. To fix: take one of inputs,/,
  )
  await says(() => loose.sign(request), /events to be an object, got undefined/)
  assert.deepEqual(readdirSync(folder), ['in.jsonl'])
})

test('correct requests are answered', async () => {
  for (const name of ['dedupe', 'pairs', 'match', 'sign', 'tune', 'explainRecords'])
    assert.equal(await told(() => loose[name](jobs[name].given, events)), 'taken', name)
})
