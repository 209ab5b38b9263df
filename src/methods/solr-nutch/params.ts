/** Parameters of text profiles, with the defaults that Solr and Nutch share. */
import { checkArgument, checkObject } from '../../ground/options/arguments.ts'
import { type Given, options, Refusal, type Resolved } from '../../ground/options/declare.ts'
import { javaFloat, javaInt, truth } from '../../ground/options/java-values.ts'
import { readOptions } from '../../ground/options/resolve.ts'

const quantRate = javaFloat({
  default: 0.01,
  doc: 'counts are rounded down to multiples of this share of the largest count',
})

const minTokenLen = javaInt({ default: 2, doc: 'tokens of this many UTF-16 units or fewer are left out' })

export const solrProfileParams = options({ quantRate, minTokenLen })

export const nutchProfileParams = options({
  quantRate,
  minTokenLen,
  secSortLex: truth({
    default: true,
    doc: 'order tokens of equal count by their characters; off: as before Nutch 1.16',
  }),
})

/** A call keeps nothing in JSON, so it takes NaN and the infinities as well, as Java does. */
export const profileOptions = options({
  quantRate: {
    ...quantRate,
    domain: 'a number, used as one of 32 bits',
    read: (given: unknown) => (typeof given === 'number' ? given : new Refusal('a number')),
  },
  minTokenLen,
})

export type ProfileOptions = Given<typeof profileOptions>

/** Every default of a profile. */
export const profileDefaults = readOptions(nutchProfileParams, {})

/** @throws NearsameError OPTION_VALUE */
export function checkProfileOptions(given: ProfileOptions): Resolved<typeof profileOptions> {
  checkObject('options', given)
  return readOptions(profileOptions, given)
}

/** Settings as configurations have them: all that are read are texts. @throws NearsameError OPTION_VALUE */
export function checkSettingTexts(name: string, settings: object, read: readonly string[]): void {
  checkObject(name, settings)
  for (const key of read) {
    const value = (settings as Readonly<Record<string, unknown>>)[key]
    checkArgument(value === undefined || typeof value === 'string', key, value, 'a text')
  }
}
