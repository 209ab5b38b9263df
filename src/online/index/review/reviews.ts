/**
 * Reviews: what people decided about pairs of a collection, kept with it, to be honoured by `--decisions` of a run.
 * What they found to be the same is in one cluster, and what they found to be different in two, from the write of the
 * decision on.
 *
 *     value `reviews`      the numbers of the parts in use
 *     value `reviews.P`    JSON of the reviews whose pair falls into part P of 256
 *
 * A decision rewrites the parts of its pairs only. All decisions together never contradict each other: that is checked
 * in the write that adds one.
 *
 * Ours: all of it. Cost: a decision reads all parts, about 150 bytes a review.
 */
import { type PairDecision, placedDecisions } from '../../../engine/decisions/given-decisions.ts'
import { Judgements } from '../../../engine/decisions/judgements.ts'
import type { DocumentId } from '../../../engine/library/document.ts'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { fromJson, toJson } from '../../../ground/json/exact-json.ts'
import { checkArgument, checkList } from '../../../ground/options/arguments.ts'
import type { StoreChanges, StoreReader, StoreWriter } from '../../store/store.ts'
import type { ResolvedPage } from '../calls/pages.ts'
import { nameAsked } from '../documents/given-document.ts'
import type { Page } from '../documents/index-types.ts'
import type { Matching } from '../matching/matching.ts'
import { cursorOf } from '../reading/pages.ts'
import { Bundles, bundlesName, bundlesValue } from '../writing/bundles.ts'
import { remakeClusters } from '../writing/remake.ts'
import { useModel } from '../writing/retrain.ts'
import { storedClustersOf } from '../writing/stored-clusters.ts'

/** A decision, by whom and when. */
export interface Review {
  readonly id1: DocumentId
  readonly id2: DocumentId
  readonly decision: 'same' | 'different'
  /** Of `same` documents: the one to keep; null: what the keep rules prefer. */
  readonly survivor: DocumentId | null
  readonly by: string
  /** ISO 8601. */
  readonly at: string
}

export interface Decided {
  readonly reviews: readonly Review[]
  /** The reviews of these pairs that they replaced. */
  readonly replaced: readonly Review[]
}

const parts = 256
const mostReviews = 500_000
const directoryName = 'reviews'
const partName = (part: number) => `${directoryName}.${part}`
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** One key for both orders of a pair. */
function keyOf(id1: DocumentId, id2: DocumentId): string {
  return pairKeyOf(nameAsked(id1), nameAsked(id2))
}

/** The same for the names of the two in a store. */
export function pairKeyOf(a: string, b: string): string {
  return [a, b].sort().join(' ')
}

/** FNV-1a. Source: the 32-bit version of Fowler, Noll, Vo. */
function partOf(key: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % parts
}

type Reviews = Map<string, Review>

/** All reviews by the key of their pair. */
async function readReviews(reader: Pick<StoreReader, 'value'>): Promise<Reviews> {
  const directory = await reader.value(directoryName)
  const used = directory === undefined ? [] : (JSON.parse(decoder.decode(directory)) as number[])
  const reviews: Reviews = new Map()
  for (const part of used) {
    const bytes = await reader.value(partName(part))
    if (bytes === undefined) continue
    for (const review of fromJson(decoder.decode(bytes)) as Review[]) {
      reviews.set(keyOf(review.id1, review.id2), review)
    }
  }
  return reviews
}

/** What decisions say about survivors. */
export interface NamedDecisions {
  /** Names of the documents that people want to keep. */
  readonly survivors: ReadonlySet<string>
  /** Keys of the pairs that are the same. */
  readonly same: ReadonlySet<string>
}

export async function namedDecisions(reader: Pick<StoreReader, 'value'>): Promise<NamedDecisions> {
  const same = [...(await readReviews(reader))].filter(([, { decision }]) => decision === 'same')
  const survivors = same.flatMap(([, { survivor }]) => (survivor === null ? [] : [nameAsked(survivor)]))
  return { survivors: new Set(survivors), same: new Set(same.map(([key]) => key)) }
}

/**
 * The values of the parts of the changed pairs, and of the bundles.
 *
 * @throws NearsameError DECISIONS_CONFLICT
 */
function valuesOf(reviews: Reviews, changed: Iterable<string>): StoreChanges['values'] {
  const byPart = Map.groupBy(reviews, ([key]) => partOf(key))
  const values = new Map<string, Uint8Array | null>()
  for (const key of changed) {
    const part = partOf(key)
    const kept = byPart.get(part)?.map(([, review]) => review)
    values.set(partName(part), kept === undefined ? null : encoder.encode(toJson(kept)))
  }
  const used = [...byPart.keys()].sort((a, b) => a - b)
  values.set(directoryName, used.length === 0 ? null : encoder.encode(JSON.stringify(used)))
  values.set(bundlesName, bundlesOf([...reviews.values()]))
  return Object.fromEntries(values)
}

/** By time, then by pair. */
function inOrder(reviews: Reviews): Review[] {
  const entries = [...reviews].sort(([keyA, a], [keyB, b]) => {
    if (a.at !== b.at) return a.at < b.at ? -1 : 1
    return keyA < keyB ? -1 : 1
  })
  return entries.map(([, review]) => review)
}

/** The cursor is the time of the last review, and how many of that time were shown. */
export async function reviewsPage(reader: StoreReader, page: ResolvedPage): Promise<Page<Review>> {
  const { limit } = page
  const [after, shown] = cursorOf(page, 2)
  const all = inOrder(await readReviews(reader))
  const from = all.findIndex(({ at }) => Date.parse(at) >= after)
  const behind = from < 0 ? [] : all.slice(from + shown)
  const items = behind.slice(0, limit)
  const last = items.at(-1)
  if (last === undefined || behind.length === items.length) return { items, next: null }
  const time = Date.parse(last.at)
  const ofTime = all.slice(0, from + shown + items.length).filter(({ at }) => at === last.at).length
  return { items, next: `${time}.${ofTime}` }
}

/** @throws NearsameError OPTION_VALUE, DOCUMENT_NOT_FOUND, DECISIONS_CONFLICT, REQUEST_TOO_LARGE; nothing is changed */
export async function keepDecisions(
  writer: StoreWriter,
  decisions: readonly PairDecision[],
  { matching, by, at }: { readonly matching: Matching; readonly by: string; readonly at: number },
): Promise<Decided> {
  const reviews = await readReviews(writer)
  const replaced: Review[] = []
  const made = new Map<string, Review>()
  await checkDocuments(writer, decisions)
  for (const { id1, id2, decision, survivor = null } of decisions) {
    const key = keyOf(id1, id2)
    const before = reviews.get(key)
    if (before !== undefined && !made.has(key)) replaced.push(before)
    made.set(key, { id1, id2, decision, survivor, by, at: new Date(at).toISOString() })
  }
  for (const [key, review] of made) reviews.set(key, review)
  if (reviews.size > mostReviews) throw tooMany(reviews.size)
  const values = valuesOf(reviews, made.keys())
  await writeDecided(writer, matching, { values, loosened: replaced.flatMap(namesOf), at })
  return { reviews: [...made.values()], replaced }
}

/** @returns how many reviews were removed */
export async function withdrawPairs(
  writer: StoreWriter,
  pairs: readonly (readonly [DocumentId, DocumentId])[],
  { matching, at }: { readonly matching: Matching; readonly at: number },
): Promise<number> {
  const reviews = await readReviews(writer)
  const keys = new Set(pairs.map(([a, b]) => keyOf(a, b)))
  const removed = [...keys].flatMap(key => reviews.get(key) ?? [])
  for (const { id1, id2 } of removed) reviews.delete(keyOf(id1, id2))
  if (removed.length === 0) return 0
  const values = valuesOf(
    reviews,
    removed.map(({ id1, id2 }) => keyOf(id1, id2)),
  )
  await writeDecided(writer, matching, { values, loosened: removed.flatMap(namesOf), at })
  return removed.length
}

const namesOf = ({ id1, id2 }: Review) => [nameAsked(id1), nameAsked(id2)]

/**
 * Writes decisions, with the clusters that they part and join, and those that the decisions before them held apart or
 * together.
 *
 * @param given `loosened`: names of the documents of decisions that no longer hold
 */
async function writeDecided(
  writer: StoreWriter,
  matching: Matching,
  { values, loosened, at }: Pick<StoreChanges, 'values'> & { loosened: readonly string[]; at: number },
): Promise<void> {
  const before = await Bundles.open(writer, await writer.value(bundlesName))
  const numbers = (await writer.numbersOf(loosened)).filter(number => number !== undefined)
  const around = before.around((await storedClustersOf(writer, numbers)).values())
  const bundles = await Bundles.open(writer, values[bundlesName])
  const changed = bundles.around([...bundles.torn(), ...bundles.scattered()])
  const clusters = [...new Set([...around, ...changed])].sort((a, b) => a - b)
  const lists = await writer.members(clusters)
  const clusterOf = new Map(lists.flatMap((members, i) => members.map(each => [each, clusters[i]])))
  await useModel(writer, matching)
  await remakeClusters(writer, matching, { clusterOf, bundles, at, values })
}

/** @throws NearsameError OPTION_VALUE */
export function checkDecisions(decisions: readonly PairDecision[]): readonly PairDecision[] {
  for (const [i, { id1, id2, survivor }] of placedDecisions(decisions).entries()) {
    const [a, b] = [nameAsked(id1), nameAsked(id2)]
    checkArgument(a !== b, `decisions[${i}].id2`, id2, 'another document than `id1`')
    const isOne = survivor === undefined || survivor === null || [a, b].includes(nameAsked(survivor))
    checkArgument(isOne, `decisions[${i}].survivor`, survivor, 'one of the two documents')
  }
  return decisions
}

/** @throws NearsameError OPTION_VALUE */
export function checkPairs(pairs: readonly (readonly [DocumentId, DocumentId])[]): typeof pairs {
  checkList('pairs', pairs, 'pairs of ids')
  for (const [i, pair] of pairs.entries()) {
    checkArgument(Array.isArray(pair) && pair.length === 2, `pairs[${i}]`, pair, 'a list of two ids')
    for (const id of pair) nameAsked(id, `pairs[${i}]`)
  }
  return pairs
}

/** @throws NearsameError DOCUMENT_NOT_FOUND */
async function checkDocuments(writer: StoreWriter, decisions: readonly PairDecision[]): Promise<void> {
  const names = [...new Set(decisions.flatMap(({ id1, id2 }) => [nameAsked(id1), nameAsked(id2)]))]
  const numbers = await writer.numbersOf(names)
  const missing = names.find((_, i) => numbers[i] === undefined)
  if (missing === undefined) return
  throw new NearsameError('DOCUMENT_NOT_FOUND', {
    expected: 'decisions about documents of the collection',
    got: missing,
    fix: 'check the id; 7 and "7" differ',
  })
}

/** @throws NearsameError DECISIONS_CONFLICT */
function bundlesOf(reviews: readonly Review[]): Uint8Array | null {
  const numbers = new Map<string, number>()
  const numberOf = (id: DocumentId): number => {
    const name = nameAsked(id)
    const known = numbers.get(name) ?? numbers.size
    numbers.set(name, known)
    return known
  }
  const pairs = reviews.map(({ id1, id2, decision, survivor }) => ({
    left: numberOf(id1),
    right: numberOf(id2),
    isSame: decision === 'same',
    survivor: survivor === null ? undefined : numberOf(survivor),
    place: `${nameAsked(id1)} and ${nameAsked(id2)}`,
  }))
  return bundlesValue(new Judgements(pairs, numbers.size), [...numbers.keys()])
}

function tooMany(count: number): NearsameError {
  return new NearsameError('REQUEST_TOO_LARGE', {
    expected: `at most ${mostReviews} reviews of a collection`,
    got: `${count}`,
    fix: 'export them, and remove those that a run has honoured',
  })
}
