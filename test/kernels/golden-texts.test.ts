/** Texts with their canonical form and signature, as stored: every implementation gives the same. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { openEngine } from '../../src/engine/library/open-engine.ts'
import { openSketcher } from '../../src/engine/library/sketcher.ts'
import type { KernelName } from '../../src/texts/kernels/layout/kernels.ts'
import { signatureToHex } from '../../src/texts/sketch/signature-format.ts'
import { decodeText } from '../../src/texts/text/text-bytes.ts'
import { names } from './implementations.ts'

interface GoldenText {
  readonly text: string
  readonly shingle?: 'words:2' | 'chars:4'
  readonly fold?: 'marks' | 'letters' | 'both'
  readonly symbols?: 'keep'
  readonly canonical: string
  readonly signature: string | null
}

const file = new URL('../golden/texts/signatures.json', import.meta.url)
const goldens = JSON.parse(readFileSync(file, 'utf8')) as GoldenText[]

async function made({ text, ...given }: GoldenText, kernels: KernelName): Promise<GoldenText> {
  const { canonical: _, signature: __, ...options } = given
  const all = { shingle: 'words:2', ...options, kernels, signatureLength: 8 } as const
  const { reader, space } = await openEngine(all, 'texts')
  const canonical = decodeText(reader.canonical(text, space.free)).replaceAll('\u0001', '|')
  const signature = (await openSketcher(all)).minHash(text)
  return {
    text,
    ...options,
    canonical,
    signature: signature === undefined ? null : signatureToHex(signature),
  }
}

if (process.env.UPDATE_GOLDEN === '1') {
  const written = await Promise.all(goldens.map(golden => made(golden, 'reference')))
  writeFileSync(file, `[\n${written.map(each => `  ${JSON.stringify(each)}`).join(',\n')}\n]\n`)
}

for (const name of names) {
  test(`${name}: has the golden canonical texts and signatures`, async () => {
    assert.ok(goldens.length >= 20)
    for (const golden of goldens) assert.deepEqual(await made(golden, name), golden)
  })
}
