/**
 * Member figures: what each member of a cluster is to its survivor.
 *
 *     survivor   the document that a person named, else the first by insertion
 *     kind       by the hashes: the same text, the same to the method, or only near
 *     similarity of the two; unknown where they do not match and others join them
 *
 * Ours: all of it. Cost: one comparison of each member, a document read once, and the survivor once for each batch.
 */
import { breather } from '../../../ground/breath/breath.ts'
import type { Compared } from '../../../methods/contract/online-method.ts'
import { areEqualTexts, areEqualTokens } from '../../../methods/contract/sketch.ts'
import type { StoredDocument, SurveyedStore } from '../../store/store.ts'
import type { AbortSignalLike } from '../calls/call-values.ts'
import type { memberKinds, memberRules } from '../documents/index-types.ts'
import { unpackBody } from '../documents/stored-body.ts'
import type { Matching } from '../matching/matching.ts'
import { type NamedDecisions, pairKeyOf } from './reviews.ts'

/** A member of a cluster as its survivor sees it. */
export interface MemberFigure {
  readonly name: string
  readonly kind: (typeof memberKinds)[number]
  /** Undefined for the survivor, and for a member that does not match it. */
  readonly similarity: number | undefined
  /** Whether only other members join it to the survivor, and no person called the two the same. */
  readonly isChained: boolean
  /** The field `source`, if it is a text. */
  readonly source: string | undefined
  /** Why the survivor stays and not this one; undefined for the survivor. */
  readonly rule: (typeof memberRules)[number] | undefined
}

interface WantedMembers {
  /** All members of the cluster, ascending. */
  readonly members: readonly number[]
  /** Those whose figures are wanted. */
  readonly wanted: readonly number[]
}

interface Figured {
  readonly reader: SurveyedStore
  readonly matching: Matching
  readonly decisions: NamedDecisions
  readonly signal?: AbortSignalLike | undefined
}

/** Documents in memory at a time. */
const batchSize = 64

/** The figures of members, cluster after cluster, in pieces; without documents removed meanwhile. */
export async function* memberFigures(
  { reader, matching, decisions, signal }: Figured,
  clusters: readonly WantedMembers[],
): AsyncGenerator<{ readonly place: number; readonly figures: readonly MemberFigure[] }> {
  const survivors = new Set(await reader.numbersOf([...decisions.survivors]))
  const breath = breather()
  for (const pieces of batches(clusters, survivors)) {
    signal?.throwIfAborted()
    const opened = await openedDocuments(reader, matching, pieces)
    for (const { place, survivor, members } of pieces) {
      const present = members.flatMap(number => opened.get(number) ?? [])
      yield { place, figures: await figuresOf(matching, decisions, opened.get(survivor), present) }
      await breath()
    }
  }
}

interface Piece {
  readonly place: number
  readonly survivor: number
  readonly members: readonly number[]
}

/** Pieces of clusters, packed together. */
function* batches(
  clusters: readonly WantedMembers[],
  survivors: ReadonlySet<number | undefined>,
): Generator<Piece[]> {
  let batch: Piece[] = []
  let room = batchSize
  for (const [place, { members, wanted }] of clusters.entries()) {
    const survivor =
      (survivors.size > 0 ? members.find(each => survivors.has(each)) : undefined) ?? members[0]
    for (let from = 0; from < wanted.length; ) {
      const piece = wanted.slice(from, from + room)
      batch.push({ place, survivor, members: piece })
      from += piece.length
      room -= piece.length
      if (room > 0) continue
      yield batch
      batch = []
      room = batchSize
    }
  }
  if (batch.length > 0) yield batch
}

interface Opened {
  readonly stored: StoredDocument
  readonly compared: Compared
  readonly source: string | undefined
}

async function openedDocuments(
  reader: SurveyedStore,
  matching: Matching,
  pieces: readonly Piece[],
): Promise<ReadonlyMap<number, Opened>> {
  const numbers = [...new Set(pieces.flatMap(({ survivor, members }) => [survivor, ...members]))]
  const opened = new Map<number, Opened>()
  for (const stored of await reader.documents(numbers, { body: true })) {
    if (stored === undefined) continue
    const body = unpackBody(stored.body, matching.settings.storeText)
    const { source } = body.document
    opened.set(stored.number, {
      stored,
      compared: matching.comparedOf(stored.sketch, body),
      source: typeof source === 'string' ? source : undefined,
    })
  }
  return opened
}

async function figuresOf(
  matching: Matching,
  decisions: NamedDecisions,
  survivor: Opened | undefined,
  members: readonly Opened[],
): Promise<MemberFigure[]> {
  const others = members.map(({ compared }) => compared)
  const measured = survivor === undefined ? [] : await matching.compare(survivor.compared, others)
  return members.map((member, i) => {
    const { stored, source } = member
    const { name } = stored
    if (survivor === undefined || member === survivor)
      return { name, kind: 'kept', similarity: undefined, isChained: false, source, rule: undefined }
    const kept = survivor.stored
    const similarity = measured[i]?.similarity
    const isSame = decisions.same.has(pairKeyOf(kept.name, name))
    return {
      name,
      kind: kindOf(kept, stored),
      similarity,
      isChained: similarity === undefined && !isSame,
      source,
      rule: isSame || decisions.survivors.has(kept.name) ? 'decision' : 'first',
    }
  })
}

function kindOf({ sketch: a }: StoredDocument, { sketch: b }: StoredDocument): MemberFigure['kind'] {
  if (areEqualTexts(a, b)) return 'exact'
  return areEqualTokens(a, b) ? 'normalised' : 'near'
}
