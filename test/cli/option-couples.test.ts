/** Budget, resumption and state with other options: each couple gives the bytes of the plain run, or is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../ground/runs.ts'
import { nearly, Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()

/** Families that drift apart, copies in other letters, texts without a token, and texts of their own. */
const records = Array.from({ length: 900 }, (_, i) => {
  const near = nearly(i % 60, (Math.floor(i / 60) * 7) % 13, 40)
  const text = i % 5 === 4 ? wordsOf(i % 300) : i % 13 === 5 ? '!'.repeat(1 + (i % 3)) : near
  return { id: i, lang: i % 7 < 3 ? 'en' : 'de', text: i % 11 === 3 ? `${text.toUpperCase()} ` : text }
})
shop.write('1.jsonl', jsonLines(...records.slice(0, 500)))
shop.write('2.jsonl', jsonLines(...records.slice(500, 505)))
shop.write('3.jsonl', jsonLines(...records.slice(505)))
shop.write('d.csv', 'id1,id2,decision\n0,60,different\n4,9,same\n13,733,different\n800,801,same\n')
const files = ['1.jsonl', '2.jsonl', '3.jsonl']

const choices = {
  within: ['--within', 'lang'],
  decisions: ['--decisions', 'd.csv'],
  'exact recall': ['--recall', 'exact'],
  'keep longest': ['--keep', 'longest'],
  components: ['--cluster', 'components'],
}
type Choice = keyof typeof choices
const names = Object.keys(choices) as Choice[]
const couples = [[], ...names.flatMap((a, at) => [[a], ...names.slice(at + 1).map(b => [a, b])])]
const memory = ['--memory', '128MB']
const modes = {
  memory,
  'memory with room for all': ['--memory', '4GB'],
  resume: ['--resume'],
  state: [],
  'memory+resume': [...memory, '--resume'],
  'memory+state': memory,
}

async function plain(options: readonly string[]) {
  const { digest } = await shop.dedupe(...files, '-o', 'k.jsonl', '--removed', 'r.jsonl', ...options)
  return [digest, shop.read('k.jsonl'), shop.read('r.jsonl')]
}

async function inRuns(options: readonly string[]) {
  shop.remove('S')
  let [digest, kept, removed] = ['', '', '']
  for (const file of files) {
    const outputs = ['-o', 'k.jsonl', '--removed', 'r.jsonl', '--state', 'S']
    const { state } = await shop.dedupe(file, ...outputs, ...options)
    digest = state.digest
    kept += shop.read('k.jsonl')
    removed += shop.read('r.jsonl')
  }
  return [digest, kept, removed]
}

/** A state takes no decision of people, no other keep rule and no other clustering: each says why. */
const withoutState: readonly Choice[] = ['decisions', 'keep longest', 'components']

for (const couple of casesOf(couples)) {
  const options = couple.flatMap(name => choices[name])
  test(`${couple.join(' and ') || 'none'}: within a budget, resumed and with a state as plainly`, async () => {
    const wanted = await plain(options)
    for (const [mode, more] of Object.entries(modes)) {
      const all = [...options, ...more]
      if (!mode.includes('state')) assert.deepEqual(await plain(all), wanted, mode)
      else if (!couple.some(name => withoutState.includes(name)))
        assert.deepEqual(await inRuns(all), wanted, mode)
      else
        await shop.refused(2, 'OPTION_VALUE', files[0], '-o', 'k.jsonl', '--force', '--state', 'S', ...all)
    }
  })
}
