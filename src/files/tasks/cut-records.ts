/** Cuts passages out of records, read again by place. Runs in any thread. */
import { ruleOf } from '../../texts/kernels/layout/plan-layout.ts'
import { cutUnits, textCuts } from '../../texts/passages/text-cuts.ts'
import { decodeText } from '../../texts/text/text-bytes.ts'
import { cutRecordText } from '../formats/cut-text.ts'
import type { Places } from '../thread/places.ts'
import { placeIn, readBytes, readValues } from '../thread/record-reader.ts'
import type { Thread } from '../thread/thread.ts'
import { placedText } from './place-passages.ts'

export interface CutTask {
  readonly kind: 'cut'
  readonly places: Places
  /** Runs of places to cut out: from, to, from, to, ...; [documents] the length of its part. */
  readonly runs: Uint32Array
  readonly counts: Uint32Array
}

/** A part of a text that was cut out: half-open, in UTF-16 units and bytes. */
interface CutPart {
  readonly from: number
  readonly to: number
  readonly fromByte: number
  readonly toByte: number
  readonly text: string
}

/** For each document the record without its passages, and what was cut. */
export type CutRecords = readonly { readonly record: Uint8Array; readonly cuts: readonly CutPart[] }[]

export function cutPassages(thread: Thread, { places, runs, counts }: CutTask): CutRecords {
  const rule = ruleOf(thread.space.plan)
  let at = 0
  return Array.from(counts, (count, i) => {
    const place = placeIn(places, i)
    const { text } = readValues(thread, place)
    const own = runs.subarray(at, at + count)
    at += count
    const cuts = textCuts(text, placedText(thread, place), own, rule)
    const units = cutUnits(text, cuts)
    return {
      record: cutRecordText(readBytes(thread, place), place.source.format, cuts),
      cuts: cuts.map(({ fromByte, toByte }, n) => ({
        ...{ from: units[2 * n], to: units[2 * n + 1], fromByte, toByte },
        text: decodeText(text.subarray(fromByte, toByte)),
      })),
    }
  })
}
