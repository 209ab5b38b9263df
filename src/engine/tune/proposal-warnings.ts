/**
 * Proposal warnings: what speaks against a proposal. Pages of one template resemble each other although they say
 * different things; their hill of similarities has a valley below it, too.
 *
 * Ours: all of it.
 */
import type { SettingReport } from './setting.ts'

/** Below this similarity two texts have less in common than not, which is usual for pages of one template. */
const oftenDifferent = 0.5

/**
 * One line each.
 *
 * @param asked with the options as given
 * @param texts number of texts
 */
export function proposalWarnings(proposal: SettingReport, asked: SettingReport, texts: number): string[] {
  const { textsWithMatch } = proposal.estimated
  const before = asked.estimated.textsWithMatch
  const warnings: string[] = []
  if (2 * textsWithMatch > texts) {
    warnings.push(
      `most texts (about ${textsWithMatch} of ${texts}, with your options ${before}) have a match: ` +
        'they may share a template, so read pairs of `pairs` just above the threshold first',
    )
  }
  if (proposal.threshold < oftenDifferent && proposal.threshold < asked.threshold) {
    warnings.push(
      `texts as different as ${proposal.threshold} often say different things: ` +
        'read pairs of `pairs` just above the threshold first',
    )
  }
  return warnings
}
