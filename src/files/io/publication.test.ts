import assert from 'node:assert/strict'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { openOutput } from './output.ts'
import { Publication } from './publication.ts'
import { listTemporaries, registerTemporary } from './temporaries.ts'

const directory = temporaryFolder()
const at = (name: string) => join(directory, name)
const names = () => readdirSync(directory).sort()

async function finished(publication: Publication, name: string, text: string): Promise<void> {
  const output = await openOutput(at(name), publication)
  await output.write(Buffer.from(text))
  await output.finish(publication)
  await output.abort()
}

test('finished files have no final name before they are published, and all of them after', async () => {
  const publication = new Publication()
  await finished(publication, 'a', '1')
  await finished(publication, 'b', '2')
  assert(names().every(name => name.includes('.nearsame-')))
  await publication.publish()
  publication.discard()
  assert.deepEqual(names(), ['a', 'b'])
  assert.equal(readFileSync(at('b'), 'utf8'), '2')
  assert.deepEqual(listTemporaries(), [])
})

test('a publication that is discarded leaves nothing', async () => {
  const before = names()
  const publication = new Publication()
  await finished(publication, 'c', '3')
  publication.discard()
  assert.deepEqual(names(), before)
  assert.deepEqual(listTemporaries(), [])
})

test('a file that appears under one final name keeps all outputs from theirs', async () => {
  const before = names()
  const publication = new Publication()
  await finished(publication, 'd', '4')
  await finished(publication, 'e', '5')
  writeFileSync(at('e'), 'of someone else')
  await assert.rejects(publication.publish(), { code: 'OUTPUT_EXISTS' })
  publication.discard()
  assert.deepEqual(names(), [...before, 'e'])
  assert.equal(readFileSync(at('e'), 'utf8'), 'of someone else')
})

test('of publications at the same time towards one name, one succeeds and the others are refused', async () => {
  const several = Array.from({ length: 4 }, () => new Publication())
  for (const [at, publication] of several.entries()) await finished(publication, 'once', `${at}`)
  const outcomes = await Promise.allSettled(several.map(publication => publication.publish()))
  assert.deepEqual(
    outcomes.map(outcome => (outcome.status === 'rejected' ? outcome.reason.code : outcome.status)),
    ['fulfilled', ...Array(3).fill('OUTPUT_EXISTS')],
  )
  assert.equal(readFileSync(at('once'), 'utf8'), '0')
  assert.deepEqual(listTemporaries(), [])
})

test('a directory takes the place of an empty one', async () => {
  const publication = new Publication()
  mkdirSync(at('.f'))
  writeFileSync(at('.f/inside'), '6')
  registerTemporary(at('.f'))
  mkdirSync(at('f'))
  publication.add(at('.f'), at('f'))
  await publication.publish()
  assert.equal(readFileSync(at('f/inside'), 'utf8'), '6')
})

test('when one rename fails, replaced files are restored, new ones are gone, and nothing temporary is left', async () => {
  writeFileSync(at('g1'), 'old')
  mkdirSync(at('g3'))
  symlinkSync('nowhere', at('g4'))
  const before = names()
  const { ino } = statSync(at('g1'))
  for (const name of ['g3', 'g4']) {
    mkdirSync(at(`.${name}`))
    registerTemporary(at(`.${name}`))
  }
  writeFileSync(at('.g3/inside'), 'new')
  const publication = new Publication({ force: true })
  for (const name of ['g1', 'g2']) await finished(publication, name, 'new')
  publication.add(at('.g3'), at('g3'))
  publication.add(at('.g4'), at('g4')) // a directory cannot replace a link
  await finished(publication, 'g5', 'new')
  await assert.rejects(publication.publish(), { code: 'OUTPUT_DIRECTORY' })
  assert.deepEqual(names(), before)
  assert.deepEqual([readFileSync(at('g1'), 'utf8'), statSync(at('g1')).ino], ['old', ino])
  assert.deepEqual(readdirSync(at('g3')), [])
  assert.equal(readlinkSync(at('g4')), 'nowhere')
  assert.deepEqual(listTemporaries(), [])
})

test('if a temporary was removed meanwhile, all names stay as they were', async () => {
  writeFileSync(at('h1'), 'old')
  const before = names()
  const publication = new Publication({ force: true })
  await finished(publication, 'h1', 'new')
  await finished(publication, 'h2', 'new')
  const lost = listTemporaries().find(path => path.includes('.h2.'))
  rmSync(lost as string)
  await assert.rejects(publication.publish(), { code: 'OUTPUT_DIRECTORY' })
  assert.deepEqual(names(), before)
  assert.equal(readFileSync(at('h1'), 'utf8'), 'old')
  assert.deepEqual(listTemporaries(), [])
})

test('nothing is renamed if the run was aborted meanwhile', async () => {
  writeFileSync(at('i'), 'old')
  const before = names()
  const stop = new AbortController()
  const publication = new Publication({ force: true, signal: stop.signal })
  await finished(publication, 'i', 'new')
  const publishing = publication.publish()
  stop.abort()
  await assert.rejects(publishing, { name: 'AbortError' })
  assert.deepEqual([names(), readFileSync(at('i'), 'utf8'), listTemporaries()], [before, 'old', []])
})
