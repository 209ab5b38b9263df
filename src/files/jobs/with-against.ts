/** Two sides as one run: the inputs of A first, then those of B. */
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { InputOptions } from '../../ground/options/input-options.ts'
import type { InputSet } from '../io/inputs/input.ts'
import { resolveInputs } from '../io/inputs/resolve-inputs.ts'
import type { ColumnMap } from '../sources/column-map.ts'
import { ofAgainst } from '../sources/side.ts'

/**
 * The inputs of A and B.
 *
 * @param options locate text and id in the records of B
 * @param map names of B for columns of A
 * @throws NearsameError OPTION_VALUE if both are standard input; as `resolveInputs` does, naming side B
 */
export async function withAgainst(
  a: InputSet,
  against: readonly string[],
  options: InputOptions,
  map: ColumnMap = new Map(),
): Promise<InputSet> {
  const b = await resolveInputs(against, options).catch((error: unknown) => {
    throw isNearsameError(error) ? ofAgainst(error) : error
  })
  if ([a, b].every(({ inputs }) => inputs.some(({ path }) => path === '-'))) {
    throw new NearsameError('OPTION_VALUE', {
      expected: 'standard input on one side only',
      got: '- on both sides',
      fix: 'put one side into a file',
    })
  }
  return {
    format: a.format,
    inputs: [...a.inputs, ...b.inputs],
    ignoredFiles: [...a.ignoredFiles, ...b.ignoredFiles],
    against: { from: a.inputs.length, options, map },
  }
}
