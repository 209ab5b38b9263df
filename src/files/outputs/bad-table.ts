/** Bad table: the skipped records unchanged, each with its error. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { withoutStacks } from '../../ground/errors/without-stacks.ts'
import { readableBytes } from '../formats/encodings.ts'
import type { Run } from '../run/run.ts'
import { readBad } from '../work/thread/record-reader.ts'
import { writeFlatTable } from './write-table.ts'

export async function writeBadTable(run: Run, path: string): Promise<void> {
  const names = ['at', 'code', 'message', 'record']
  await writeFlatTable(run, path, { names, parts: partsOf(run), ids: [] })
}

async function* partsOf(run: Run): AsyncGenerator<[string[]]> {
  const { worded } = run.settings.events
  for (const { at, ...place } of run.documents.bad.places()) {
    await run.rest()
    const { error, bytes } = readBad(run.thread, place, run.settings.input.maxRecord)
    const { code, message } = withoutStacks(() => {
      const placed = new NearsameError(error.code, { ...error.parts, where: at })
      return worded?.(placed) ?? placed
    })
    yield [[at, code, message, readableBytes(bytes, place.source.format.encoding)]]
  }
}
