/**
 * Proposal warnings: reasons to doubt a proposal. Pages of one template resemble each other although they say
 * different things; their hill of similarities has a valley below it, too.
 *
 * Ours: all of it.
 */
import type { Boundary } from '../evaluate/boundary.ts'
import { mostCopies } from './proposal.ts'
import { matchedTexts, type SettingReport } from './setting.ts'

/** Below this similarity two texts have less in common than not, which is usual for pages of one template. */
const oftenDifferent = 0.5
/** Below this estimated precision, more than one in five of what is admitted may be something else. */
const doubtfulPrecision = 0.8

/** A setting that was measured and not proposed, because its matches are those of siblings. */
export interface Rejected {
  readonly proposal?: undefined
  readonly rejected?: SettingReport
}

/** A proposal; with short texts nothing is known of its precision. */
interface Doubted {
  readonly proposal: SettingReport
  readonly boundary: Boundary
  readonly isShort?: boolean
}

/**
 * One line each.
 *
 * @param asked with the options as given
 * @param texts number of texts
 */
export function proposalWarnings(
  proposed: Rejected | Doubted,
  asked: SettingReport,
  texts: number,
): string[] {
  if (proposed.proposal === undefined) {
    return proposed.rejected === undefined ? [] : [onlySiblings(proposed.rejected, texts)]
  }
  const { proposal, boundary, isShort = false } = proposed
  const { matches, share } = matchedTexts(proposal, texts)
  const warnings: string[] = []
  if (share > 0.5) {
    const before = asked.estimated.textsWithMatch
    warnings.push(
      `most texts (about ${proposal.estimated.textsWithMatch} of ${texts}, with your options ${before}) have a match`,
    )
  }
  if (matches > mostCopies) {
    warnings.push(`a text with a match has ${matches.toFixed(0)} on average, as pages of one template have`)
  }
  if (isShort) {
    warnings.push(
      'no precision is estimated: in texts of fewer than 20 different words, look-alikes may be as near as copies, ' +
        'so read the pairs',
    )
  } else if (boundary.precision < doubtfulPrecision) {
    warnings.push(
      `the estimated precision is ${boundary.precision.toFixed(2)}: the valley is shallow, so texts that are not ` +
        'copies may be among those near another',
    )
  }
  if (proposal.threshold < oftenDifferent && proposal.threshold < asked.threshold) {
    warnings.push(`texts as different as ${proposal.threshold} often say different things`)
  }
  return warnings
}

function onlySiblings(rejected: SettingReport, texts: number): string {
  const { matches } = matchedTexts(rejected, texts)
  if (matches <= mostCopies)
    return (
      `no proposal: above the valley at ${rejected.threshold} of ${rejected.shingle} most of these short texts ` +
      `(about ${rejected.estimated.textsWithMatch} of ${texts}) have a match, so it does not tell copies from ` +
      'look-alikes'
    )
  return (
    `no proposal: the valley at ${rejected.threshold} of ${rejected.shingle} separates no copies; above it ` +
    `about ${rejected.estimated.textsWithMatch} of ${texts} texts have a match, ${matches.toFixed(0)} on average, ` +
    'as pages of one template have'
  )
}
