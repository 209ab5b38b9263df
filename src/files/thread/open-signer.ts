/** The signer of a method, for one thread. */
import {
  decisionOf,
  kernelOf,
  type MethodChoice,
  textSignatureOf,
  trialsOf,
} from '../../methods/options/chosen-method.ts'
import type { Workspace } from '../../texts/workspace/workspace.ts'
import type { KeySigner } from './key-signer.ts'
import { Signer } from './signer.ts'
import { TrialSigner } from './trial-signer.ts'

/** Undefined for minhash and for methods that look at all texts at once. */
export async function openSigner(method: MethodChoice, space: Workspace): Promise<KeySigner | undefined> {
  if (decisionOf({ ...method, near: true }) === 'trials') {
    return new TrialSigner(space, { ...trialsOf(method), seed: space.plan.seed })
  }
  const signature = await textSignatureOf(method)
  return signature && new Signer(space, signature, kernelOf(method))
}
