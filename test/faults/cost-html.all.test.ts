/** HTML that costs a naive parser the square of its length: in a child, within limits of time and memory. */
import { test } from 'node:test'
import { Workshop } from '../cli/command.ts'
import { withinLimits } from './within-limits.ts'

const shop = new Workshop()
const tags = 300_000

for (const [name, html] of Object.entries({
  'elements that never close': '<div>'.repeat(tags),
  'elements closed in turn': `${'<div>'.repeat(tags)}word${'</div>'.repeat(tags)}`,
  'end tags of nothing': '<div>'.repeat(tags) + '</b>'.repeat(tags),
  'forms in a form': `<form>${'<b>'.repeat(tags)}${'<form>'.repeat(tags)}`,
  'foreign elements': '<svg><foreignObject>'.repeat(tags / 2) + '</foreignobject>'.repeat(tags / 2),
  'dropped elements': '<template>'.repeat(tags),
})) {
  test(`--html takes linear time for ${name}`, () => {
    shop.write('deep.jsonl', `${JSON.stringify({ id: 1, text: html })}\n`)
    withinLimits(['dedupe', 'deep.jsonl', '-o', 'k.jsonl', '--force', '--html', '--threads', '1'])
  })
}
