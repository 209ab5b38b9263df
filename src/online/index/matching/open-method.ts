/** Opens a method for an index. */
import { openEngine } from '../../../engine/library/open-engine.ts'
import type { EngineOptions } from '../../../engine/library/settings.ts'
import type { OnlineMethod } from '../../../methods/contract/online-method.ts'
import { isByMethod } from '../../../methods/options/decision.ts'
import type { IndexSettings } from './index-settings.ts'
import { ShingleMethod } from './shingle-method.ts'

/** @throws NearsameError OPTION_VALUE for kernels that do not exist */
export async function openMethod(
  { result, decision, header, storeText, text }: IndexSettings,
  kernels: EngineOptions['kernels'],
): Promise<OnlineMethod> {
  const engine = await openEngine({ ...result, kernels })
  if (!isByMethod(decision)) return new ShingleMethod(engine, decision, header.agree)
  const { params, seed } = result
  return decision.online.open({ params, seed, space: engine.space, storeText, fields: text })
}
