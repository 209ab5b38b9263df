/** Proxy flags: those of a command that works on files or as a proxy, and would do nothing in the other of the two. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { kebab } from '../../ground/options/resolve.ts'
import type { FlagValues } from './command-options.ts'

/** Refuses flags of the proxy beside files. @throws NearsameError OPTION_VALUE */
export function refuseProxyFlags(values: FlagValues, names: readonly string[]): void {
  const fix = 'leave it out, or run a proxy with `--listen PORT --forward URL`'
  refuseFlags(values, names, { only: 'with --listen', got: 'files', fix })
}

/** Refuses flags for files beside `--listen`. @throws NearsameError OPTION_VALUE */
export function refuseFileFlags(values: FlagValues, names: readonly string[]): void {
  const fix = 'leave it out: a proxy answers its clients and writes no file'
  refuseFlags(values, names, { only: 'with files', got: '--listen', fix })
}

interface Words {
  readonly only: string
  readonly got: string
  readonly fix: string
}

function refuseFlags(values: FlagValues, names: readonly string[], { only, got, fix }: Words): void {
  const name = names.find(one => values[one] !== undefined)
  if (name === undefined) return
  throw new NearsameError('OPTION_VALUE', { expected: `--${kebab(name)} only ${only}`, got, fix })
}
