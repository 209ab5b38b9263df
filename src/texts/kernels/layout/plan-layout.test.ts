import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import {
  bandKeysWord,
  describeStride,
  oddSketchWords,
  planBytes,
  readPlan,
  writePlan,
} from './plan-layout.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8')
const plan = { unit: 'stopword', size: 3, stops: 64, stopBits: 5, sketches: true, sequence: 2 } as const
const rule = { fold: 'marks', symbols: 'keep' } as const
const whole = { ...plan, ...rule, signatureLength: 100, seed: 7, bands: 25, rows: 4 }

test('a plan reads back as written, and has the values listed in the README of the wing', () => {
  const memory = new ArrayBuffer(planBytes)
  const words = new Uint32Array(memory).fill(0xffffffff)
  writePlan(memory, 0, whole)
  assert.deepEqual(readPlan(memory, 0), whole)
  const [, number, names] = /`plan` is (\w+) u32: ([^(]+)/.exec(page) ?? []
  assert.equal(names.split(',').length, words.indexOf(0xffffffff))
  assert.equal(number, ['eight', 'nine', 'ten', 'eleven'][words.indexOf(0xffffffff) - 8])
})

test('a row has the number of values given in the README of the wing', () => {
  assert(page.includes(`has ${describeStride(0)} + bands u32`))
  assert(page.includes(`and ${oddSketchWords} more where candidates are measured`))
  assert.equal(describeStride(25, true), bandKeysWord + 25 + oddSketchWords)
})
