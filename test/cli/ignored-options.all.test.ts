/** Hints about ignored options are true, for every command, method and option: what is ignored changes no output. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedOptions } from '../../src/methods/contract/method.ts'
import { methods } from '../../src/methods/methods.ts'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'

const place = new Workshop()

/** Texts on which each option can make a difference: cases, marks, symbols, and one to six other words. */
const words =
  'The café near our old stone bridge sells tea & cake for 5 € until the river floods again in May'.split(
    ' ',
  )
const texts = Array.from({ length: 12 }, (_, i) =>
  words
    .map((word, at) => ((at * 7 + i * 3) % 19 < i ? `${word}${i % 3}` : word))
    .join(i % 4 === 0 ? ' - ' : ' '),
)
const plain = ['Cafe ☀ tea and cake', 'Café ☂ tea and cake', 'café tea and cake', 'tea cake cafe and']
place.write('docs.jsonl', jsonLines(...[...texts, ...plain].map((text, id) => ({ id, text }))))

const values: Readonly<Record<(typeof sharedOptions)[number], string>> = {
  shingle: 'words:2',
  fold: 'marks',
  symbols: 'keep',
  measure: 'containment',
  threshold: '0.45',
  recall: '0.5',
  signatureLength: '64',
  seed: '77',
}
const flagOf = (option: string) => `--${option.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

const commands = ['pairs', 'dedupe', 'sign', 'passages'] as const

interface Found {
  readonly output: string
  /** Flags said to be ignored. */
  readonly ignored: readonly string[]
}

async function found(
  command: (typeof commands)[number],
  options: readonly string[],
): Promise<Found | undefined> {
  const always = [
    'docs.jsonl',
    '-o',
    'out.jsonl',
    '--force',
    ...(command === 'dedupe' ? ['--accept-risk'] : []),
  ]
  const own = command === 'passages' ? ['--least', '3'] : []
  const { status, err } = await place.run(command, ...always, ...own, ...options)
  if (status !== 0) return undefined
  const said = /hint: ignored (?:by|with) [^:]+: (.*)$/m.exec(err)?.[1] ?? ''
  return { output: place.read('out.jsonl'), ignored: said.split(', ').filter(Boolean) }
}

for (const command of commands) {
  const known = methods.filter(({ decides }) => command !== 'sign' || decides.kind !== 'pairs')
  const cases: readonly (readonly string[])[] =
    command === 'passages'
      ? [[]]
      : [...known.map(({ name }) => ['--method', name]), ...(command === 'sign' ? [] : [['--near', 'off']])]
  test(`${command}: an option that is said to be ignored changes nothing`, async () => {
    let [said, changing] = [0, 0]
    for (const given of cases) {
      const usual = await found(command, given)
      if (usual === undefined) continue
      assert.deepEqual(usual.ignored, [], `${command} ${given}`)
      for (const option of sharedOptions) {
        const flag = flagOf(option)
        const changed = await found(command, [...given, flag, values[option]])
        if (changed === undefined) continue
        const shown = [command, ...given, flag].join(' ')
        assert(
          changed.ignored.every(name => name === flag),
          `${shown}: ${changed.ignored}`,
        )
        if (changed.ignored.length === 0) {
          if (changed.output !== usual.output) changing++
          continue
        }
        said++
        assert.equal(changed.output, usual.output, shown)
      }
    }
    assert(changing > 0, 'some options change the output')
    if (command !== 'passages') assert(said > 0, 'some are ignored')
  })
}

test('sign: a method is never said to be ignored, and what its signature does not read is', async () => {
  const signed = async (...options: string[]) => (await found('sign', options))?.ignored
  assert.deepEqual(await signed('--method', 'solr-md5'), [])
  assert.deepEqual(await signed('--method', 'solr-text-profile', '--param', 'minTokenLen=3'), [])
  assert.deepEqual(await signed('--method', 'solr-md5', '--seed', '7'), ['--seed'])
})
