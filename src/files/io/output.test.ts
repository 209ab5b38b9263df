import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { checkOutputs } from './check-outputs.ts'
import { type OutputFile, openOutput } from './output.ts'
import { type OutputOptions, Publication } from './publication.ts'
import { ReplacedFile } from './replaced-file.ts'
import {
  checkSpace,
  fileError,
  listTemporaries,
  openRunDirectory,
  registerTemporary,
  removeAllSync,
  removeTemporary,
} from './temporaries.ts'

const directory = temporaryFolder()
const at = (path: string) => join(directory, path)
const isRoot = process.getuid?.() === 0
const fill = async (path: string, pieces: Uint8Array[], options: OutputOptions = {}) => {
  const output = await openOutput(path, options)
  for (const piece of pieces) await output.write(piece)
  await commit(output, options)
  return readFileSync(path)
}
const commit = async (output: OutputFile, options: OutputOptions = {}) => {
  const publication = new Publication(options)
  await output.finish(publication)
  await publication.publish()
}
// 3.3 MB in pieces of 33 bytes and one large one.
const piece = Buffer.from('some bytes of a record, 33 of it\n')
const pieces = [
  ...Array.from({ length: 50_000 }, () => piece),
  Buffer.concat(Array.from({ length: 50_000 }, () => piece)),
]

test('gives a file its name only when it is complete', async () => {
  const output = await openOutput(at('late.txt'))
  await output.write(piece)
  assert.equal(readdirSync(directory).includes('late.txt'), false)
  assert.equal(listTemporaries().length, 1)
  await commit(output)
  assert.deepEqual(readFileSync(at('late.txt')), piece)
  assert.deepEqual(listTemporaries(), [])
  await output.abort()
  assert.deepEqual(readdirSync(directory), ['late.txt'])
})

test('removes the bytes written when aborted', async () => {
  for (const name of ['gone.txt', 'gone.gz']) {
    const output = await openOutput(at(name))
    for (const bytes of pieces) await output.write(bytes)
    await output.abort()
  }
  assert.deepEqual(readdirSync(directory), ['late.txt'])
  assert.deepEqual(listTemporaries(), [])
})

test('writes plain, gzip or zstd by the name, complete whatever the pieces', async () => {
  const whole = Buffer.concat(pieces)
  assert.deepEqual(await fill(at('a.txt'), pieces), whole)
  const gz = await fill(at('a.gz'), pieces)
  assert.deepEqual(gunzipSync(gz), whole)
  const zst = await fill(at('a.zst'), pieces)
  assert.deepEqual(zstdDecompressSync(zst), whole)
  assert.deepEqual(await fill(at('b.gz'), [whole]), gz)
  assert.deepEqual(await fill(at('t.gz'), [whole], { threads: 3 }), gz)
  assert.deepEqual(await fill(at('b.zst'), [whole]), zst)
  assert.deepEqual(gunzipSync(await fill(at('c.gz'), [])), Buffer.alloc(0))
})

test('keeps the given bytes even if the caller reuses the array', async () => {
  const output = await openOutput(at('reused.gz'))
  const bytes = Buffer.alloc(1000)
  for (let i = 0; i < 3000; i++) await output.write(bytes.fill(i & 255))
  await commit(output)
  const written = gunzipSync(readFileSync(at('reused.gz')))
  assert.ok(written.every((byte, i) => byte === (Math.floor(i / 1000) & 255)))
})

test('refuses to overwrite unless forced', async () => {
  await assert.rejects(openOutput(at('a.txt')), {
    message: `OUTPUT_EXISTS: expected a new file, got ${at('a.txt')}, which exists. To fix: write elsewhere, or overwrite with \`force\`.`,
  })
  assert.deepEqual(await fill(at('a.txt'), [piece], { force: true }), piece)
})

test('the temporary of a private file is private', async () => {
  writeFileSync(at('private.txt'), 'old', { mode: 0o600 })
  const output = await openOutput(at('private.txt'), { force: true })
  assert.equal(statSync(listTemporaries()[0]).mode & 0o777, 0o600)
  await commit(output, { force: true })
  assert.equal(statSync(at('private.txt')).mode & 0o777, 0o600)
})

test('a new file gets the owner and group of the one it replaces', {
  skip: isRoot ? false : 'other users need root',
}, async () => {
  const nobody = 65_534
  writeFileSync(at('theirs.txt'), 'old')
  chownSync(at('theirs.txt'), nobody, nobody - 1)
  chmodSync(at('theirs.txt'), 0o640)
  const output = await openOutput(at('theirs.txt'), { force: true })
  assert.equal(statSync(listTemporaries()[0]).mode & 0o777, 0o600)
  await commit(output, { force: true })
  const { uid, gid, mode } = statSync(at('theirs.txt'))
  assert.deepEqual([uid, gid, mode & 0o777], [nobody, nobody - 1, 0o640])
})

test('if the group cannot be kept, the new group gets only the rights of others', {
  skip: isRoot ? false : 'other users need root',
}, () => {
  const nobody = 65_534
  mkdirSync(at('shared'))
  chmodSync(directory, 0o755)
  chmodSync(at('shared'), 0o777)
  const modes = [0o660, 0o664, 0o604]
  for (const mode of modes) {
    writeFileSync(at(`shared/${mode}`), 'old')
    chmodSync(at(`shared/${mode}`), mode)
  }
  process.setegid?.(nobody)
  process.seteuid?.(nobody)
  try {
    for (const mode of modes) {
      writeFileSync(at(`shared/new${mode}`), 'new', { mode: 0o600 })
      new ReplacedFile(at(`shared/${mode}`)).replaceBy(at(`shared/new${mode}`))
    }
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
  const found = modes.map(mode => statSync(at(`shared/${mode}`)))
  assert.deepEqual(
    found.map(({ uid, mode }) => [uid, mode & 0o777]),
    [0o600, 0o644, 0o604].map(mode => [nobody, mode]),
  )
})

test('does not overwrite a file that appears while it writes', async () => {
  const output = await openOutput(at('race.txt'))
  writeFileSync(at('race.txt'), 'theirs')
  await assert.rejects(commit(output), { code: 'OUTPUT_EXISTS' })
  await output.abort()
  assert.equal(readFileSync(at('race.txt'), 'utf8'), 'theirs')
})

test('writes to a device directly and says when it is full', async () => {
  const sink = await openOutput('/dev/null')
  await sink.write(piece)
  await commit(sink)
  for (const path of ['/dev/full']) {
    const full = await openOutput(path)
    await full.write(piece)
    await assert.rejects(commit(full), { code: 'DISK_FULL' })
    await full.abort()
  }
})

test('a link stays a link, and its target is written', async () => {
  mkdirSync(at('other'))
  writeFileSync(at('other/there.txt'), 'old')
  symlinkSync('other/there.txt', at('link.txt'))
  symlinkSync('link.txt', at('second.txt'))
  symlinkSync('other/new.txt', at('dangling.txt'))
  await assert.rejects(openOutput(at('second.txt')), { code: 'OUTPUT_EXISTS' })
  for (const name of ['second.txt', 'dangling.txt']) {
    const output = await openOutput(at(name), { force: true })
    await output.write(piece)
    await commit(output, { force: true })
    assert(lstatSync(at(name)).isSymbolicLink())
  }
  assert(readFileSync(at('other/there.txt')).equals(piece))
  assert(readFileSync(at('other/new.txt')).equals(piece))
  assert(lstatSync(at('link.txt')).isSymbolicLink())
  assert.deepEqual(readdirSync(at('other')).toSorted(), ['new.txt', 'there.txt'])
  await assert.rejects(checkOutputs([at('link.txt'), at('other/there.txt')], [], { force: true }), {
    code: 'OUTPUT_TWICE',
  })
})

test('`..` in a link starts from the real directory of the link', async () => {
  mkdirSync(at('deep/er'), { recursive: true })
  symlinkSync('deep/er', at('shortcut'))
  symlinkSync('../up.txt', at('deep/er/link.txt'))
  const output = await openOutput(at('shortcut/link.txt'))
  await output.write(piece)
  await commit(output)
  assert(readFileSync(at('deep/up.txt')).equals(piece))
  assert(!readdirSync(directory).includes('up.txt'))
})

test('links in a circle are refused, and stay', async () => {
  symlinkSync('round2.txt', at('round1.txt'))
  symlinkSync('round1.txt', at('round2.txt'))
  for (const path of [at('round1.txt'), at('round1.txt/x')]) {
    await assert.rejects(openOutput(path, { force: true }), { code: 'OUTPUT_FAILED', message: /got ELOOP/ })
    await assert.rejects(checkOutputs([path], [], { force: true }), { code: 'OUTPUT_FAILED' })
  }
  await assert.rejects(openOutput(at('round1.txt')), {
    message: `OUTPUT_FAILED: expected a writable file, got ELOOP, at ${at('round1.txt')}. To fix: choose another name: this link leads back to itself.`,
  })
  assert(lstatSync(at('round1.txt')).isSymbolicLink())
})

test('checks all outputs of a run against each other and against the inputs', async () => {
  writeFileSync(at('in.jsonl'), 'x')
  linkSync(at('in.jsonl'), at('alias.jsonl'))
  mkdirSync(at('full/sub'), { recursive: true })
  mkdirSync(at('free'))
  await assert.rejects(checkOutputs([at('new/')], []), {
    code: 'OUTPUT_FORMAT',
    message:
      /expected the name of a file, got .*new\/, the name of a directory\. To fix: name a file in it/,
  })
  await checkOutputs([at('new1'), at('new2'), at('free')], [at('in.jsonl'), '-'], { directory: at('free') })
  await assert.rejects(checkOutputs([at('new'), join(directory, 'x', '..', 'new')], []), {
    message: `OUTPUT_TWICE: expected a different file for each output, got ${join(directory, 'x', '..', 'new')} twice. To fix: name another file.`,
  })
  await assert.rejects(checkOutputs([at('alias.jsonl')], [at('in.jsonl')], { force: true }), {
    message: `OUTPUT_IS_INPUT: expected an output that is not an input, got ${at('alias.jsonl')}, the same file as ${at('in.jsonl')}. To fix: write to another file.`,
  })
  for (const name of ['full', 'free']) {
    const message = `OUTPUT_EXISTS: expected a new file, got ${at(name)}, which is a directory. To fix: name a file.`
    await assert.rejects(checkOutputs([at(name)], [], { force: true }), { message })
    await assert.rejects(openOutput(at(name), { force: true }), { message })
  }
  for (const [name, state] of [
    ['full', 'is not empty'],
    ['in.jsonl', 'exists'],
  ]) {
    await assert.rejects(checkOutputs([at(name)], [], { force: true, directory: at(name) }), {
      message: `OUTPUT_EXISTS: expected a new directory, or an empty one, got ${at(name)}, which ${state}. To fix: write elsewhere, or empty the directory.`,
    })
  }
  await assert.rejects(checkOutputs([at('none/x')], []), {
    message: `OUTPUT_DIRECTORY: expected an existing directory to write in, got none, at ${at('none')}. To fix: create the directory first.`,
  })
  await assert.rejects(openOutput(at('a.txt/x')), { code: 'OUTPUT_DIRECTORY' })
  const long = at('n'.repeat(256))
  await assert.rejects(checkOutputs([long], []), {
    message: `OUTPUT_FAILED: expected a writable file, got ENAMETOOLONG, at ${long}. To fix: choose a shorter name.`,
  })
  const longest = await openOutput(long.slice(0, -1)) // its temporary name must be shorter
  await commit(longest)
  assert.equal(readFileSync(long.slice(0, -1), 'utf8'), '')
})

test('removes everything temporary at once', async () => {
  const run = await openRunDirectory(directory)
  writeFileSync(join(run, 'spool'), 'x')
  writeFileSync(at('half'), 'x')
  registerTemporary(at('half'))
  registerTemporary(at('never-created'))
  const output = await openOutput(at('never.txt'))
  assert.deepEqual(removeAllSync(), [])
  assert.deepEqual(listTemporaries(), [])
  assert.equal(readdirSync(directory).filter(name => /half|nearsame|never/.test(name)).length, 0)
  await output.abort()
  await removeTemporary(await openRunDirectory(directory))
  assert.deepEqual(listTemporaries(), [])
  await assert.rejects(openRunDirectory(at('nowhere')), {
    code: 'OUTPUT_DIRECTORY',
    message: /name with `temp` an/,
  })
  const { TMPDIR } = process.env
  process.env.TMPDIR = at('nowhere')
  await assert.rejects(openRunDirectory(), {
    code: 'OUTPUT_DIRECTORY',
    message: /set TMPDIR to an existing, writable directory/,
  })
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
})

test('refuses to start without enough room on the disk, and explains the codes of the system', async () => {
  await checkSpace(directory, 1)
  await assert.rejects(checkSpace(directory, 2 ** 62), { code: 'DISK_FULL' })
  await assert.rejects(checkSpace(at('nowhere'), 1), { code: 'OUTPUT_DIRECTORY' })
  const ofSystem = (code: string) => fileError(Object.assign(new Error(), { code }), 'f')
  assert.equal(ofSystem('EDQUOT').code, 'DISK_FULL')
  assert.equal(
    ofSystem('EPIPE').message,
    'OUTPUT_CLOSED: expected a reader of the pipe, got one that has closed it, at f. To fix: let the reader read to the end, or write to a file.',
  )
  assert.equal(
    ofSystem('EFBIG').message,
    'DISK_FULL: expected room on the disk, got a limit on the size of files, at f. To fix: raise the limit, which `ulimit -f` shows.',
  )
})
