/** Hints of a run, for the summary and the report. */
import { textHints } from '../../engine/hints.ts'
import type { Run } from './run.ts'
import { documentText } from './text-pairs.ts'

/**
 * REQUIRES: the run is scanned, and nothing is grouped.
 *
 * @param split the first document of the other side, if only pairs across are wanted
 */
export function hintsOf(run: Run, split?: number): string[] {
  const { result } = run.settings
  const textOf = (document: number) => documentText(run, document)
  const hints = { result, columns: run.documents, split, textOf, emptyKey: () => emptyKey(run) }
  return [oneDocument(run), ...textHints(hints)].filter(hint => hint !== undefined)
}

/** A single file whose name shows no records is one document, which equals nothing. */
function oneDocument({ settings }: Run): string | undefined {
  const { inputs } = settings.set
  if (inputs.length !== 1 || inputs[0].format !== 'whole' || inputs[0].root !== undefined) return undefined
  return 'the input is one file, read as one document: `inputFormat` txt or jsonl reads its lines as records'
}

function emptyKey({ thread }: Run): Uint32Array | undefined {
  const { signer, space, sets } = thread
  const at = sets.free
  space.reserve(at + 128)
  space.bytes[at] = 46 // a full stop: a text, but no word
  return signer?.keys([at, at + 1], at + 64)[0]
}
