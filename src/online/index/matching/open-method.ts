/** Opening a method for an index: by what decides that two documents are the same. */
import { openEngine } from '../../../engine/library/open-engine.ts'
import type { EngineOptions } from '../../../engine/library/settings.ts'
import { onlineKindOf } from '../methods/online-kind.ts'
import type { OnlineMethod } from '../methods/online-method.ts'
import { RecordMethod } from '../methods/record-method.ts'
import { RestaurantMethod } from '../methods/restaurant-method.ts'
import { ShingleMethod } from '../methods/shingle-method.ts'
import { TrialMethod } from '../methods/trial-method.ts'
import { WordMethod } from '../methods/word-method.ts'
import type { IndexSettings } from './index-settings.ts'

/** @throws NearsameError OPTION_VALUE for kernels that do not exist */
export async function openMethod(
  { result, header, storeText }: IndexSettings,
  kernels: EngineOptions['kernels'],
): Promise<OnlineMethod> {
  const engine = await openEngine({ ...result, kernels })
  switch (onlineKindOf(result)) {
    case 'shingles':
      return new ShingleMethod(engine, header.agree)
    case 'trials':
      return new TrialMethod(engine)
    case 'words':
      return new WordMethod(engine)
    case 'records':
      return new RecordMethod(engine, storeText)
    case 'restaurants':
      return new RestaurantMethod(engine)
  }
}
