/** Questions about undecided pairs: what is asked, and what the answers do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answersTo } from './ask-patterns.ts'

const undecided = {
  patterns: [
    {
      columns: ['first', 'born'],
      pairs: 20,
      example: { leftText: 'Ann\nHill\n1962', rightText: 'Bob\nHill\n1958' },
    },
    { columns: ['size'], pairs: 3, example: { leftText: 'Cable\nM', rightText: 'Cable\nL' } },
  ],
}

test('one question a pattern, with an example; no answer decides nothing', async () => {
  const questions: string[] = []
  const answers = await answersTo(undecided, async question => {
    questions.push(question)
    return questions.length === 1 ? false : undefined
  })
  assert.deepEqual(answers, [{ columns: ['first', 'born'], isSame: false }])
  assert.deepEqual(questions, [
    '20 pairs differ wholly in first and born, such as\n  "Ann, Hill, 1962"\n  "Bob, Hill, 1958"\nAre these the same?',
    '3 pairs differ wholly in size, such as\n  "Cable, M"\n  "Cable, L"\nAre these the same?',
  ])
  assert.deepEqual(await answersTo(undefined, async () => true), [])
})
