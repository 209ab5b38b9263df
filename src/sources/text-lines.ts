/**
 * Text lines: the lines of a small UTF-8 file, without their line ends. A byte-order mark is dropped.
 *
 * Not `readline`, which also ends lines at U+2028 and U+2029: those may stand inside a JSON string.
 */
import { createReadStream } from 'node:fs'
import { NearsameError } from '../errors/nearsame-error.ts'

/** @throws NearsameError INPUT_MISSING when the file cannot be read. */
export async function* textLines(path: string): AsyncGenerator<string> {
  let rest = ''
  let isFirst = true
  for await (const chunk of chunksOf(path)) {
    const lines = (rest + chunk).split('\n')
    if (isFirst) lines[0] = lines[0].replace(/^\ufeff/, '')
    isFirst = false
    rest = lines.pop() ?? ''
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  if (rest !== '') yield rest
}

async function* chunksOf(path: string): AsyncGenerator<string> {
  try {
    yield* createReadStream(path, { encoding: 'utf8', highWaterMark: 2 ** 18 })
  } catch (cause) {
    throw new NearsameError('INPUT_MISSING', {
      expected: 'a file that can be read',
      got: `${path} (${(cause as NodeJS.ErrnoException).code ?? cause})`,
      fix: 'check its name',
      cause,
    })
  }
}
