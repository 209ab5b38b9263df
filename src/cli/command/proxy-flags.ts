/** Proxy flags: those of a command that works on files or as a proxy, and would do nothing in the other of the two. */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ownValue } from '../../ground/json/field.ts'
import { kebab } from '../../ground/options/resolve.ts'
import type { FlagValues } from './command-options.ts'

/** Longer than a proxy gives requests in progress when it closes. */
export const closingMs = 12_000

/** What a command was given besides the flags of the proxy. */
interface GivenFiles {
  readonly noun: 'inputs' | 'files'
  readonly isNone: boolean
  readonly shown: string
}

/** The port of a proxy and the URL behind it. @throws NearsameError OPTION_VALUE, also beside files */
export function proxyPlaces(
  { listen, forward }: FlagValues,
  { noun, isNone, shown }: GivenFiles,
): { port: number; forward: string } {
  const port = typeof listen === 'string' && /^\d{1,5}$/.test(listen) ? Number(listen) : Number.NaN
  if (port <= 65535 && typeof forward === 'string' && isNone) return { port, forward }
  throw new NearsameError('OPTION_VALUE', {
    expected: `--listen with a port in [0, 65535], --forward with a URL, and no ${noun}`,
    got: `--listen ${String(listen)}, --forward ${String(forward)}, ${shown}`,
    fix: 'give both, or neither of them but inputs and `-o OUT`',
  })
}

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
  const name = names.find(one => ownValue(values, one) !== undefined)
  if (name === undefined) return
  throw new NearsameError('OPTION_VALUE', { expected: `--${kebab(name)} only ${only}`, got, fix })
}
