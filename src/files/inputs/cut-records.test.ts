import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formats } from '../formats/formats.ts'
import { cutRecords } from './cut-records.ts'
import { withoutMark } from './source-bytes.ts'

test('records are cut the same however their bytes arrive', async () => {
  const records = fc.array(fc.constantFrom('a', '"q,\n""x"""', 'é', '\r', '"', ',', '\n'), {
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(
      records,
      fc.constantFrom('csv' as const, 'jsonl' as const, 'whole' as const),
      fc.nat(5),
      async (parts, format, size) => {
        const bytes = Buffer.from(`\ufeff${parts.join('')}`)
        async function* pieces(length: number) {
          for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
        }
        const cut = async (length: number) => {
          const found: string[] = []
          for await (const record of cutRecords(withoutMark(pieces(length)), formats[format].cut, 12))
            found.push(`${record.length} ${record.bytes}`)
          return found
        }
        assert.deepEqual(await cut(size + 1), await cut(bytes.length))
      },
    ),
  )
})
