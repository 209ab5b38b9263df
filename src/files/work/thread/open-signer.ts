/** The signer of a method, for one thread. */
import { type MethodChoice, methodNamed } from '../../../methods/methods.ts'
import type { Workspace } from '../../../texts/workspace/workspace.ts'
import type { KeySigner } from './key-signer.ts'
import { Signer } from './signer.ts'
import { TrialSigner } from './trial-signer.ts'

/** Undefined for minhash and for methods that look at all texts at once. */
export async function openSigner(
  { method, params }: MethodChoice,
  space: Workspace,
): Promise<KeySigner | undefined> {
  const { decides } = methodNamed(method)
  switch (decides.kind) {
    case 'trials':
      return new TrialSigner(space, { ...decides.trials(params), seed: space.plan.seed })
    case 'signature':
      return new Signer(space, await decides.signature(params), decides.kernel?.(params))
  }
}
