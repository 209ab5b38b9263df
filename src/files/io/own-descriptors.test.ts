import assert from 'node:assert/strict'
import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs'
import { test } from 'node:test'
import { descriptorNamed, isOfRuntime } from './own-descriptors.ts'

test('a path names a descriptor by its number, or a standard stream by its name', () => {
  const named = ['/dev/fd/7', '/proc/self/fd/12', '/dev/stdin', '/dev/stdout', '/proc/self/stderr']
  assert.deepEqual(named.map(descriptorNamed), [7, 12, 0, 1, 2])
  const others = ['/dev/null', '/dev/fd/', '/dev/fd/x', '/dev/fd/7/a', '/tmp/fd/7', 'fd/7', '/proc/1/fd/7']
  for (const other of others) assert.equal(descriptorNamed(other), undefined, other)
})

test('recognizes descriptors of the runtime; files, standard streams and closed ones are not among them', () => {
  const targets = readdirSync('/proc/self/fd').flatMap(number => {
    try {
      return [[number, readlinkSync(`/proc/self/fd/${number}`)] as const]
    } catch {
      return [] // the descriptor of the listing
    }
  })
  const inner = targets.filter(([, target]) => target.startsWith('anon_inode:'))
  const pipes = targets.filter(([, target]) => target.startsWith('pipe:'))
  const both = pipes.filter(([, target]) => pipes.filter(([, other]) => other === target).length === 2)
  assert(inner.length > 0 && both.length > 0)
  for (const [number] of [...inner, ...both]) assert(isOfRuntime(`/dev/fd/${number}`), number)
  const file = openSync(import.meta.filename, 'r')
  try {
    assert(!isOfRuntime(`/dev/fd/${file}`))
  } finally {
    closeSync(file)
  }
  for (const path of ['/dev/stdin', '/dev/stdout', '/dev/stderr', '/dev/fd/9999', '/dev/null', 'in.jsonl'])
    assert(!isOfRuntime(path), path)
})
