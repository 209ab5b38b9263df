/**
 * Stored matches: from queries to the stored documents that match them, every one measured.
 *
 *     asked postings ─▶ candidates ─▶ states ─▶ equal by hash, or enough shared postings ─▶ bodies ─▶ measured
 *
 * Bodies are read only for candidates that the hashes do not decide.
 */
import { type Breath, breather } from '../../../ground/breath/breath.ts'
import type { Compared, Measured } from '../../../methods/contract/online-method.ts'
import type { StoredDocument, StoreReader } from '../../store/store.ts'
import { type Found, Lookup, type Match, type Query } from '../matching/lookup.ts'
import type { Matching } from '../matching/matching.ts'

type SearchedStore = Pick<StoreReader, 'candidates' | 'documents'>

/**
 * Looks up each query, and yields to the event loop now and then.
 *
 * Very many candidates are examined in steps, lowest numbers first. Then `limit` equal texts are enough, and with
 * `isAdd` a single one: it is in the cluster of all others.
 */
export async function lookUp(
  reader: SearchedStore,
  matching: Matching,
  queries: readonly Query[],
  limit = Number.POSITIVE_INFINITY,
): Promise<Found[]> {
  const { observer } = matching
  const from = performance.now()
  const candidates = await candidatesOf(
    reader,
    queries.map(query => matching.asked(query)),
  )
  const found = performance.now()
  observer.stage?.('lookup', found - from)
  const lookups = queries.map(
    (query, i) => new Lookup(query, candidates[i], query.isAdd === true ? 1 : limit),
  )
  const breath = breather()
  for (let open = lookups; open.length > 0; open = open.filter(lookup => !lookup.isDone)) {
    await lookUpRound(reader, matching, open, breath)
  }
  const ordered: Found[] = []
  for (const { candidates, verified, matches, isCut } of lookups) {
    observer.matched?.({ candidates, verified, matches: matches.length })
    ordered.push({ matches: matching.order(matches).slice(0, limit), isCut })
    await breath()
  }
  observer.stage?.('verify', performance.now() - found)
  return ordered
}

/** Gives every byte a character of its own. */
const byteNames = new TextDecoder('latin1')

/** The candidates for each list of postings. Equal lists are looked up once: equal texts often come together. */
async function candidatesOf(
  reader: SearchedStore,
  asked: readonly Uint32Array[],
): Promise<readonly Uint32Array[]> {
  if (asked.length === 1) return reader.candidates(asked)
  const keys = asked.map(({ buffer, byteOffset, byteLength }) =>
    byteNames.decode(new Uint8Array(buffer, byteOffset, byteLength)),
  )
  const distinct = new Map(keys.map((key, i) => [key, asked[i]]))
  if (distinct.size === asked.length) return reader.candidates(asked)
  const found = await reader.candidates([...distinct.values()])
  const byKey = new Map([...distinct.keys()].map((key, i) => [key, found[i]]))
  return keys.map(key => byKey.get(key) as Uint32Array)
}

/** The matches of each query, best first, ties by number. */
export async function storedMatches(
  reader: SearchedStore,
  matching: Matching,
  queries: readonly Query[],
  limit?: number,
): Promise<Match[][]> {
  return (await lookUp(reader, matching, queries, limit)).map(({ matches }) => matches)
}

/**
 * The numbers of the matches of each stored document.
 *
 * @param gone documents being removed, maybe because they are damaged: not read
 */
export async function matchesOfStored(
  reader: SearchedStore,
  matching: Matching,
  numbers: readonly number[],
  gone?: ReadonlySet<number>,
): Promise<number[][]> {
  const documents = (await reader.documents(numbers, { body: true })).filter(each => each !== undefined)
  const queries = documents.map(document => ({ ...matching.queryOf(document), gone }))
  const matches = await storedMatches(reader, matching, queries)
  const found = new Map(documents.map(({ number }, i) => [number, matches[i].map(match => match.number)]))
  return numbers.map(number => found.get(number) ?? [])
}

/** Examines the next candidates of every lookup. */
async function lookUpRound(
  reader: SearchedStore,
  matching: Matching,
  lookups: readonly Lookup[],
  breath: Breath,
): Promise<void> {
  const parts = lookups.map(lookup => {
    // A lookup with matches reports skipped candidates in their clusters, so it needs all states.
    const isOpen = lookup.matches.length === 0 && lookup.isLong
    const numbers = lookup.next()
    return isOpen ? numbers.filter(number => matching.mayMatch(lookup.query, number)) : numbers
  })
  const numbers = parts.length === 1 ? parts[0] : [...new Set(parts.flat())]
  if (numbers.length === 0) return
  const states = new Map<number, StoredDocument>()
  for (const state of await reader.documents(numbers, { body: false })) {
    if (state !== undefined) states.set(state.number, state)
  }
  const open: (readonly StoredDocument[])[] = []
  for (const [i, lookup] of lookups.entries()) {
    open.push(takeDecided(matching, lookup, parts[i], states))
    await breath()
  }
  const compared = await comparedByNumber(reader, matching, open.flat())
  for (const [i, lookup] of lookups.entries()) {
    await takeMeasured(matching, lookup, open[i], compared)
    await breath()
  }
}

/** Takes the candidates that the sketches decide. @returns the undecided */
function takeDecided(
  matching: Matching,
  lookup: Lookup,
  numbers: readonly number[],
  states: ReadonlyMap<number, StoredDocument>,
): readonly StoredDocument[] {
  const open: StoredDocument[] = []
  // After a match in a cluster, an add needs no other match of that cluster.
  const isShortened = lookup.query.isAdd === true && lookup.isLong
  const known = isShortened ? new Set(lookup.matches.map(({ cluster }) => cluster)) : undefined
  for (const number of numbers) {
    const state = states.get(number)
    if (state === undefined) continue // removed meanwhile
    const same = matching.method.same(lookup.query.sketch, state.sketch)
    if (same !== undefined) lookup.takeSame(matchOf(state, same))
    else if (known?.has(state.cluster)) lookup.cut()
    else open.push(state)
  }
  const needed = lookup.needed(open)
  return lookup.isLong ? needed.filter(({ number }) => matching.mayMatch(lookup.query, number)) : needed
}

const nothingRead = { text: undefined, shingles: undefined, values: undefined }

/** By number, what each is compared by; without documents removed meanwhile. */
async function comparedByNumber(
  reader: SearchedStore,
  matching: Matching,
  states: readonly StoredDocument[],
): Promise<ReadonlyMap<number, Compared>> {
  const compared = new Map<number, Compared>()
  if (matching.method.isDecidedBySketch) {
    for (const { number, sketch } of states)
      compared.set(number, { sketch: matching.ownSketch(sketch), ...nothingRead })
    return compared
  }
  const numbers = [...new Set(states.map(({ number }) => number))]
  if (numbers.length === 0) return compared
  for (const document of await reader.documents(numbers, { body: true })) {
    if (document !== undefined) compared.set(document.number, matching.compared(document))
  }
  return compared
}

async function takeMeasured(
  matching: Matching,
  lookup: Lookup,
  open: readonly StoredDocument[],
  compared: ReadonlyMap<number, Compared>,
): Promise<void> {
  const states: StoredDocument[] = []
  const others: Compared[] = []
  for (const state of open) {
    const other = compared.get(state.number)
    if (other === undefined) continue
    states.push(state)
    others.push(other)
    if (lookup.isLong) matching.remember(state.number, other)
  }
  if (others.length === 0) return
  lookup.verified += others.length
  const measurements = await matching.measured(lookup.query, others)
  measurements.forEach((measured, i) => {
    if (measured !== undefined) lookup.matches.push(matchOf(states[i], measured))
  })
}

function matchOf({ number, name, cluster }: StoredDocument, measured: Measured): Match {
  return { number, name, cluster, ...measured }
}
