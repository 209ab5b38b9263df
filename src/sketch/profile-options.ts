/** Options of text profiles, with the defaults that Solr and Nutch share. */
import { NearsameError } from '../errors/nearsame-error.ts'

export interface ProfileOptions {
  /**
   * Share of the highest count by which counts are rounded down: any number, used as float32; 0.01 if
   * absent.
   */
  readonly quantRate?: number
  /** Only words of more UTF-16 units than this count: int32, 2 if absent. */
  readonly minTokenLen?: number
}

export const defaultQuantRate = 0.01
export const defaultMinTokenLen = 2

/** @throws NearsameError OPTION_VALUE */
export function checkProfileOptions(options: ProfileOptions): Required<ProfileOptions> {
  const { quantRate = defaultQuantRate, minTokenLen = defaultMinTokenLen } = options
  if (typeof quantRate !== 'number') throw wrongOption('quantRate', 'a number', quantRate)
  if (minTokenLen !== (minTokenLen | 0))
    throw wrongOption('minTokenLen', 'a whole number of 32 bits', minTokenLen)
  return { quantRate, minTokenLen }
}

export function wrongOption(name: string, domain: string, got: unknown): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `${name} to be ${domain}`,
    got: typeof got === 'string' ? JSON.stringify(got) : String(got),
    fix: `change \`${name}\`, or leave it out for its default`,
  })
}
