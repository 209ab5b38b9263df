/** Writes lines, in pieces of a size that a write is worth. */
import type { ElementWriter } from '../formats/element-line.ts'
import { finishOutput } from '../io/output.ts'
import type { Publication } from '../io/publication.ts'
import type { Run } from '../run/run.ts'
import { checkUnchanged } from './check-inputs.ts'

/** Characters up to which short texts are joined. */
const textLength = 1 << 16

/** Bytes of records written at once. */
const blockBytes = 2 ** 20

/** The same texts in fewer pieces, which need not be whole lines. */
export function* inLargerPieces(texts: Iterable<string>): Generator<string> {
  let waiting = ''
  for (const text of texts) {
    waiting += text
    if (waiting.length < textLength) continue
    yield waiting
    waiting = ''
  }
  if (waiting !== '') yield waiting
}

/** Writes lines, or pieces of them, as they come; the file gets its name with the others of its run. */
export async function writeLines(
  path: string,
  publication: Publication,
  texts: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  await finishOutput(path, publication, async output => {
    const pieces = Symbol.iterator in texts ? inLargerPieces(texts) : texts
    for await (const text of pieces) await output.write(Buffer.from(text))
  })
}

/**
 * Writes records of the inputs, which must not have changed when all are written.
 *
 * @param elements how lines are written. Default: as they are
 * @returns bytes written before they are compressed
 */
export async function writeRecords(
  run: Run,
  path: string,
  records: Iterable<Uint8Array>,
  elements: ElementWriter = { write: piece => piece, end: () => Buffer.alloc(0) },
): Promise<number> {
  return finishOutput(path, run.publication, async output => {
    let waiting: Uint8Array[] = []
    let [size, bytes] = [0, 0]
    const write = async (written: Uint8Array) => {
      await output.write(written)
      bytes += written.length
    }
    const flush = async () => {
      await write(elements.write(Buffer.concat(waiting)))
      waiting = []
      size = 0
    }
    for (const record of records) {
      waiting.push(record)
      size += record.length
      if (size < blockBytes) continue
      await flush()
      await run.rest()
    }
    await flush()
    await write(elements.end())
    checkUnchanged(run.settings.set.inputs)
    return bytes
  })
}
