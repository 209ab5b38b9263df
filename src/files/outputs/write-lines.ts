/** Writes lines of text, in pieces of a size that a write is worth. */
import { finishOutput } from '../io/output.ts'
import type { Publication } from '../io/publication.ts'

/** Characters up to which short texts are joined. */
const textLength = 1 << 16

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
