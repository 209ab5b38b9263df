import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputError } from './input-errors.ts'
import { fileError } from './temporaries.ts'

test('an address of the web is no file, and is downloaded first', () => {
  const cause = Object.assign(new Error(), { code: 'ENOENT' })
  assert.match(
    inputError(cause, 'https://host/a.jsonl').message,
    /^INPUT_MISSING: expected a file, got an address of the web.* at https:.* To fix: download it first/,
  )
})

test('a URL of another scheme is no file', () => {
  const cause = Object.assign(new Error(), { code: 'ENOENT' })
  for (const [url, says] of [
    [
      's3a://bucket/a.jsonl',
      /got an S3 URL in another spelling, .* To fix: write it as s3:\/\/BUCKET\/KEY/,
    ],
    ['gs://bucket/a.jsonl', /got a URL of gs, which no command reads, .* To fix: copy it to a file first/],
    ['file:///a.jsonl', /got a URL, at .* To fix: give the path alone/],
  ] as const)
    assert.match(inputError(cause, url).message, says)
})

test('an error of too many open files says how to fix it', () => {
  for (const code of ['EMFILE', 'ENFILE']) {
    const cause = Object.assign(new Error(), { code })
    for (const error of [inputError(cause, 'a'), fileError(cause, 'a')])
      assert.match(error.message, /got E[MN]FILE, at a\. To fix: raise the limit of open files/)
  }
})
