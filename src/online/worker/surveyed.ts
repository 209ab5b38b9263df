/** Surveyed: a pass over all clusters of a collection, in this thread, on a connection of its own. */
import type { IndexOptions } from '../index/documents/index-types.ts'
import type { ClusterSurvey, Survey } from '../index/documents/survey-types.ts'
import type { SurveyCall } from '../index/matching/heavy-work.ts'
import { resolveIndexOptions } from '../index/matching/index-settings.ts'
import { Matching } from '../index/matching/matching.ts'
import { openMethod } from '../index/matching/open-method.ts'
import { surveyClusters } from '../index/review/cluster-survey.ts'
import { surveyOf } from '../index/review/survey.ts'
import { useModel } from '../index/writing/retrain.ts'
import { openSurveyed } from '../sqlite/reading/surveyed-store.ts'
import type { StoreHeader } from '../store/store.ts'

/** @throws NearsameError STORE_CORRUPT, STORE_UNAVAILABLE */
export async function surveyed(
  { options }: StoreHeader,
  { of, folder }: SurveyCall,
): Promise<Survey | ClusterSurvey> {
  const settings = resolveIndexOptions(options as IndexOptions)
  const matching = new Matching(settings, await openMethod(settings, undefined), {})
  const { store, close } = await openSurveyed(folder)
  try {
    await useModel(store, matching)
    return await (of === 'pairs' ? surveyOf(store, matching) : surveyClusters(store, matching))
  } finally {
    close()
  }
}
