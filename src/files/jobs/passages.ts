/**
 * Passages: what is repeated inside the documents of the inputs, or shared with another corpus; and the documents
 * without it.
 *
 *     scan ─▶ rows of passages ─▶ compared and written ─▶ fates ─▶ documents without them
 */
import { createHash } from 'node:crypto'
import { newSalt } from '../../engine/passages/find-passages.ts'
import { leastOf } from '../../methods/options/passage-options.ts'
import { expectedFingerprints } from '../../texts/passages/window-shape.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import { checkUnconverted } from '../inputs/resolve/kept-format.ts'
import { resolveInputs } from '../inputs/resolve/resolve-inputs.ts'
import { filesOfPassages } from '../job-files.ts'
import { checkKept } from '../outputs/kept-records.ts'
import { inLargerPieces, writeLines } from '../outputs/write-lines.ts'
import { type Fates, fatesOf } from '../passages/passage-fates.ts'
import { passagesHints } from '../passages/passage-hints.ts'
import { PassageLines } from '../passages/passage-lines.ts'
import type {
  CommonPassageItem,
  CoveredItem,
  PassagesReport,
  PassagesRequest,
} from '../passages/passage-requests.ts'
import { type FoundRows, PassageSearch } from '../passages/passage-search.ts'
import { PassageTally } from '../passages/passage-tally.ts'
import { HashesCollide } from '../passages/placed-rows.ts'
import { checkCuttable, removedParts, writeWithoutPassages } from '../passages/write-cut.ts'
import { writePassagesPage } from '../report-page/passages-page.ts'
import type { RunEvents, RunReport } from '../requests.ts'
import { plainId } from '../run/identities.ts'
import { baseReport } from '../run/report.ts'
import type { Run } from '../run/run.ts'
import { scanInputs } from '../run/scan.ts'
import type { PassageShape } from '../work/thread/thread.ts'
import { checkEvents, checkInputs, checkRequest, checkResolved } from './given-request.ts'
import { runJob } from './job.ts'
import { withAgainst } from './with-against.ts'

/**
 * A dry run writes neither the passages nor the kept documents, but checks their names.
 *
 * @throws NearsameError
 */
export async function passages(request: PassagesRequest, events: RunEvents): Promise<PassagesReport> {
  checkRequest(request, {
    files: ['bad', ...Object.keys(filesOfPassages)],
    others: ['against', 'againstInput', 'passages', 'cutting'],
  })
  checkEvents(events)
  const { against, againstInput = request.input, input, kept, output, removed, running } = request
  if (against !== undefined) checkInputs('against', against)
  if (request.againstInput !== undefined) checkResolved('input', againstInput, 'againstInput')
  const a = await resolveInputs(request.inputs, input)
  const set = against === undefined ? a : await withAgainst(a, against, againstInput)
  const work = new PassagesWork(request, a)
  // Nothing is measured; the scan hashes no shingles.
  const scanned = { ...request, result: { ...request.result, near: false } }
  return runJob<PassagesReport>(scanned, events, {
    set,
    files: filesOfPassages,
    purpose: {
      kept,
      measuresPairs: false,
      passages: work.shape,
      resumable: {
        ...{ command: 'passages', output: kept ?? output ?? removed },
        options: { againstInput, ...request.passages, ...request.cutting, cut: work.cut },
      },
    },
    async check() {
      if (kept === undefined) return
      checkUnconverted(a, kept, 'records without their passages')
      await checkKept(a, kept, running)
      if (work.cut !== 'none') await checkCuttable(a, input)
    },
    plan: base => work.planned(base),
    read: run => work.read(run),
    work: run => work.finish(run),
  })
}

class PassagesWork {
  readonly shape: PassageShape
  readonly cut: 'later' | 'all' | 'none'
  readonly #request: PassagesRequest
  readonly #a: InputSet
  readonly #hasAgainst: boolean
  #search: PassageSearch | undefined

  constructor(request: PassagesRequest, a: InputSet) {
    const { against, cutting, passages } = request
    this.shape = { unit: passages.unit, least: leastOf(passages) }
    this.#hasAgainst = against !== undefined
    this.cut = cutting.cut ?? (this.#hasAgainst ? 'none' : 'later')
    this.#request = request
    this.#a = a
  }

  async read(run: Run): Promise<void> {
    this.#search = new PassageSearch(run, this.shape, this.#hasAgainst ? this.#request.passages : undefined)
    await scanInputs(run)
  }

  async finish(run: Run): Promise<PassagesReport> {
    const split = this.#hasAgainst ? run.documents.records.firstDocument(this.#a.inputs.length) : undefined
    for (let salt = 0; ; salt = newSalt()) {
      const search = this.#search as PassageSearch
      const found = await run.stages.time('group', () => search.find(salt, split))
      try {
        return await this.#write(run, found, split ?? run.documents.count)
      } catch (error) {
        if (!(error instanceof HashesCollide)) throw error
      }
    }
  }

  async #write(run: Run, found: FoundRows, split: number): Promise<PassagesReport> {
    const { output, kept, removed, reportHtml, running, passages, cutting } = this.#request
    const tally = reportHtml === undefined ? undefined : new PassageTally()
    const lines = new PassageLines(run, found, { split, maxPlaces: passages.maxPlaces }, tally)
    await run.stages.time('verify', async () => {
      if (output === undefined || running.dryRun) for await (const _ of lines.texts(false));
      else await writeLines(output, run.publication, lines.texts(true))
    })
    const covered = found.against && coveredItems(run, found, split, this.#request)
    const contaminated =
      covered && new Set(covered.filter(item => item.isContaminated).map(item => item.number))
    const wanted =
      contaminated && found.against?.sharedWith(found.rows, document => contaminated.has(document))
    const { cut } = this
    const fates = fatesOf(found, { cut, minLeft: cutting.minLeft, left: lines.left }, wanted)
    const write = async () => {
      if (removed !== undefined) await writeLines(removed, run.publication, removedParts(run, fates))
      if (kept === undefined || running.dryRun) return 0
      return writeWithoutPassages(run, this.#a, kept, fates)
    }
    await run.stages.time('write', write, bytes => bytes)
    const report = this.#reportOf(run, found, lines, fates, covered)
    const { left } = lines
    if (reportHtml !== undefined && tally !== undefined)
      await writePassagesPage(run, reportHtml, { report, tally, tokens: found.tokens, left })
    return report
  }

  #reportOf(
    run: Run,
    found: FoundRows,
    lines: PassageLines,
    { isDropped }: Fates,
    covered: readonly NumberedItem[] | undefined,
  ): PassagesReport {
    const { documents } = run
    const common = commonItems(run, found)
    const hints = passagesHints({ common, lines, bytes: run.readBytes })
    const base = baseReport(run, { hints })
    const read = documents.records.countBefore(this.#a.inputs.length)
    const dropped = isDropped.reduce((sum, each) => sum + each, 0)
    const { against } = found
    const sides = against && {
      against: base.counts.read - read,
      contaminated: covered?.filter(item => item.isContaminated).length ?? 0,
      notLookedFor: against.notLookedFor,
      common: found.common.length,
    }
    const withPassages = lines.left.reduce((sum, left, i) => sum + (left < found.tokens[i] ? 1 : 0), 0)
    const counts = {
      ...base.counts,
      read,
      ...sides,
      tokens: found.tokens.reduce((sum, tokens) => sum + tokens, 0),
      repeated: lines.repeated,
      passages: lines.passages,
      lines: lines.lines,
      withPassages,
      dropped,
      kept: isDropped.length - dropped + documents.nulls.keptCount(this.#a.inputs.length),
    }
    return {
      ...base,
      options: this.#request.result,
      passages: this.#settings(),
      counts,
      ...(covered && { covered: covered.map(({ number: _, ...item }) => item) }),
      ...(against && { common }),
      digest: digestOf(run, found),
    }
  }

  #settings(): PassagesReport['passages'] {
    const { cutting, passages } = this.#request
    const { maxPlaces, leastItem, common } = passages
    const sides = this.#hasAgainst && { covered: cutting.covered, maxPlaces, leastItem, common }
    return { ...this.shape, cut: this.cut, minLeft: cutting.minLeft, ...sides }
  }

  /** The plan: fingerprints at about six bytes a token, and the memory that they and windows may take. */
  planned(base: RunReport): PassagesReport {
    const set = base.inputs.slice(this.#hasAgainst ? this.#a.inputs.length : 0)
    const bytes = set.reduce((sum, each) => sum + each.bytes, 0)
    const tokens = bytes / 6
    const isOfTokens = this.shape.unit === 'tokens'
    const fingerprints = isOfTokens
      ? expectedFingerprints(bytes, this.shape.least)
      : Math.round(tokens / 10)
    const windows = this.#hasAgainst ? 30 * tokens : 12 * (isOfTokens ? 0.2 * tokens : fingerprints)
    const zeros = { tokens: 0, repeated: 0, passages: 0, lines: 0, withPassages: 0, dropped: 0, kept: 0 }
    return {
      ...base,
      options: this.#request.result,
      passages: { ...this.#settings(), fingerprints },
      counts: { ...base.counts, ...zeros },
      peakMemoryBytes: Math.round(base.peakMemoryBytes + 12 * fingerprints + windows),
      digest: '',
    }
  }
}

type NumberedItem = CoveredItem & { readonly number: number }

function coveredItems(
  run: Run,
  { rows, order, places, against }: FoundRows,
  split: number,
  { passages, cutting }: PassagesRequest,
): NumberedItem[] {
  if (against === undefined) return []
  const documentOf = (row: number) => order[places.documentOf(rows.at[row])]
  return Array.from(against.coveredBy(rows, documentOf, passages.maxPlaces), item => ({
    number: item.index,
    id: plainId(run, split + item.index),
    at: run.documents.at(split + item.index),
    tokens: item.tokens,
    share: item.covered / item.tokens,
    isContaminated: item.covered / item.tokens >= cutting.covered,
    by: item.by.map(document => plainId(run, document)),
  }))
}

function commonItems(run: Run, { tokens, common }: FoundRows): CommonPassageItem[] {
  // Documents of the other side follow those of the inputs.
  const split = tokens.length
  return common.map(({ index, ...item }) => ({
    id: plainId(run, split + index),
    at: run.documents.at(split + index),
    ...item,
  }))
}

/** By the numbers of records in the whole input, and of tokens in their text. */
function digestOf(run: Run, found: FoundRows): string {
  const hash = createHash('sha256')
  for (const lines of inLargerPieces(linesOfDigest(run, found))) hash.update(lines)
  return hash.digest('hex')
}

function* linesOfDigest(run: Run, { rows, order, places, against }: FoundRows): Generator<string> {
  const { records } = run.documents
  for (let row = 0; row < rows.count; row++) {
    const [at, first, length] = [rows.at[row], rows.first[row], rows.length[row]]
    const i = places.documentOf(at)
    const there = against?.places ?? places
    const f = there.documentOf(first)
    const firstRecord = against === undefined ? records.globalNumberOf(order[f]) : f
    const [from, firstFrom] = [at - places.startOf(i), first - there.startOf(f)]
    const record = records.globalNumberOf(order[i])
    const period = rows.period[row] > 0 ? `,${rows.period[row]}` : ''
    yield `${record},${from},${length},${firstRecord},${firstFrom}${period}\n`
  }
}
