/** Cuts passages out of records, read again by place. Runs in any thread. */
import { ruleOf } from '../../texts/kernels/layout/plan-layout.ts'
import { cutUnits, type TextCut, textCuts } from '../../texts/passages/text-cuts.ts'
import { placedText } from '../../texts/passages/unit-text.ts'
import { decodeText } from '../../texts/text/text-bytes.ts'
import { cutRecordText } from '../formats/cut-text.ts'
import { type Places, placeIn, readBytes, readText } from './thread/record-reader.ts'
import type { Thread, ThreadPassages } from './thread/thread.ts'

export interface CutTask {
  readonly kind: 'cut'
  readonly places: Places
  /** Runs of places to cut out: from, to, from, to, ...; [documents] the length of its part. */
  readonly runs: Uint32Array
  readonly counts: Uint32Array
  readonly wanted: 'records' | 'parts'
}

/** A part of a text that was cut out: half-open, in UTF-16 units and bytes. */
interface CutPart {
  readonly from: number
  readonly to: number
  readonly fromByte: number
  readonly toByte: number
  readonly text: string
}

/** For each document the record without its passages, or what was cut; what is not wanted is empty. */
export type CutRecords = readonly { readonly record: Uint8Array; readonly parts: readonly CutPart[] }[]

const nothing = new Uint8Array(0)

export function cutPassages(thread: Thread, { places, runs, counts, wanted }: CutTask): CutRecords {
  const { space, sets } = thread
  const { unit } = thread.passages as ThreadPassages
  const rule = ruleOf(space.plan)
  let at = 0
  return Array.from(counts, (count, i) => {
    const place = placeIn(places, i)
    const { from, to } = readText(thread, place, sets.free)
    const text = space.bytes.slice(from, to)
    const own = runs.subarray(at, at + count)
    at += count
    const cuts = textCuts(text, placedText(space, text, sets.free, unit), own, rule)
    return wanted === 'parts'
      ? { record: nothing, parts: partsOf(text, cuts) }
      : { record: cutRecordText(readBytes(thread, place), place.source.format, cuts), parts: [] }
  })
}

function partsOf(text: Uint8Array, cuts: readonly TextCut[]): CutPart[] {
  const units = cutUnits(text, cuts)
  return cuts.map(({ fromByte, toByte }, n) => ({
    ...{ from: units[2 * n], to: units[2 * n + 1], fromByte, toByte },
    text: decodeText(text.subarray(fromByte, toByte)),
  }))
}
