/**
 * Sampled rarity: which shingles are frequent, from slices of the inputs, before the scan gives the rarest of a text.
 *
 * The slices are spread evenly over the bytes of all inputs like the first one whose lines are records and which are
 * read where they are. Records that cannot be read count nothing: the scan reports them.
 *
 * Ours: all of it. Cost: about 3 % of the texts are cut twice.
 */
import { withoutStacks } from '../../ground/errors/without-stacks.ts'
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import {
  countOwnShingles,
  type RarityCounts,
  rarityBytes,
  rarityClasses,
} from '../../texts/similarity/rarity.ts'
import { cutOf } from '../formats/formats.ts'
import { isReadInPlace } from '../inputs/resolve/input.ts'
import type { ScanRange, Source } from '../inputs/source.ts'
import { BlockReader } from '../work/thread/block-reader.ts'
import type { Thread } from '../work/thread/thread.ts'
import type { Run } from './run.ts'

/** One slice for as many bytes, and the bytes of a slice: some 40 records of the usual size. */
const spacing = 8 * 2 ** 20
const sliceBytes = 128 * 1024
/** So many slices have a thousand documents: enough to know what is common among millions. */
const mostSlices = 32

/** Fills the classes of counters. REQUIRES: `run.start`; a range is known. @returns whether anything was sampled */
export async function sampleRarity(run: Run, classes: Uint8Array): Promise<boolean> {
  const { maxRecord } = run.settings.input
  const counts = new Uint32Array(rarityBytes / 4)
  let texts = 0
  for (const { source, from, to } of slicesOf(run)) {
    const fd = run.thread.files.of(source.file)
    const range = { name: source.path, fd, from, to, isAligned: from === source.start, maxRecord }
    texts += countSlice(run.thread, counts, source, range)
    await run.rest()
  }
  classes.set(rarityClasses(counts))
  return texts > 0
}

interface Slice extends Pick<ScanRange, 'from' | 'to'> {
  readonly source: Source
}

function* slicesOf({ settings, sources }: Run): Generator<Slice> {
  const { inputs } = settings.set
  const [first] = sources.plain
  const { format } = inputs[0]
  if (!isReadInPlace(inputs[0]) || cutOf(first.format).by !== 'line') return
  const alike = inputs.filter(input => isReadInPlace(input) && input.format === format)
  const bytes = alike.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const slices = Math.min(mostSlices, Math.ceil(bytes / spacing))
  let next = 0
  let before = 0
  for (const { name, path, sizeBytes } of alike) {
    for (; next < slices && (next * bytes) / slices < before + sizeBytes; next++) {
      const from = Math.max(first.start, Math.floor((next * bytes) / slices) - before)
      const to = Math.min(sizeBytes, from + sliceBytes)
      if (from < to) yield { source: { ...first, path: name, file: path }, from, to }
    }
    before += sizeBytes
  }
}

/** Counts the shingles of the texts of a range. @returns the number of texts */
function countSlice(
  thread: Thread,
  counts: RarityCounts,
  source: Source,
  range: ConstructorParameters<typeof BlockReader>[1],
): number {
  const { space } = thread
  const extractor = thread.extractorOf(source)
  let texts = 0
  for (const block of new BlockReader(space, range, cutOf(source.format))) {
    const at = align64(block.free)
    for (let i = 0, from = block.from; i < block.count; from = block.ends[i++]) {
      const text = { from: 0, to: 0, free: 0 }
      space.reserve(at + block.ends[i] - from + 128)
      const isRead = withoutStacks(() => extractor.text(from, block.ends[i], at, text)) === undefined
      if (!isRead) continue
      const shingles = align64(Math.max(at, text.free) + 64)
      const cut = space.shingles(text.from, text.to, shingles, shingles)
      const size = space.distinct(shingles, cut)
      countOwnShingles(counts, space.wordsAt(shingles, 2 * size))
      texts++
    }
  }
  return texts
}
