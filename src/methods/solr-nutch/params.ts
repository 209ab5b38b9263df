/** Parameters of text profiles, with the defaults that Solr and Nutch share. */
import { ownValue } from '../../ground/json/field.ts'
import { checkArgument, checkObject } from '../../ground/options/arguments.ts'
import { type Given, options, Refusal, type Resolved, text } from '../../ground/options/declare.ts'
import { readOptions } from '../../ground/options/resolve.ts'
import { javaFloat, javaInt, truth } from '../java/java-values.ts'

/** Every default of a profile, as a caller would write it. */
export const profileDefaults = { quantRate: 0.01, minTokenLen: 2, secSortLex: true }

const quantRate = javaFloat({
  default: profileDefaults.quantRate,
  doc: 'counts are rounded down to multiples of this share of the largest count',
})

const minTokenLen = javaInt({
  default: profileDefaults.minTokenLen,
  doc: 'tokens of this many UTF-16 units or fewer are left out',
})

export const solrProfileParams = options({ quantRate, minTokenLen })

/** The parameter of all methods of Nutch. */
export const nutchParams = options({
  url: {
    ...text({
      default: '',
      placeholder: 'field',
      doc: 'field with the address of a page, which is signed if the page has no text',
    }),
    minLength: 0,
    domain: 'the name of a field',
    defaultText: 'none',
    read: (given: unknown) => (typeof given === 'string' ? given : new Refusal('the name of a field')),
  },
})

export const nutchProfileParams = options({
  ...nutchParams,
  quantRate,
  minTokenLen,
  secSortLex: truth({
    default: profileDefaults.secSortLex,
    doc: 'order tokens of equal count by their characters; off: as before Nutch 1.16',
  }),
})

/** Options of a call: never kept as JSON, so NaN and the infinities are allowed too, as in Java. */
export const profileOptions = options({
  quantRate: {
    ...quantRate,
    domain: 'a number, used as one of 32 bits',
    fallback: () => profileDefaults.quantRate,
    read: (given: unknown) => (typeof given === 'number' ? given : notPassed('quantRate', 'a number')),
  },
  minTokenLen: {
    ...minTokenLen,
    read: (given: unknown) => {
      const length = minTokenLen.read(given, false)
      return length instanceof Refusal ? notPassed('minTokenLen', length.expected) : length
    },
  },
})

function notPassed(name: string, domain: string): Refusal {
  return new Refusal(domain, `pass ${domain} as \`${name}\``)
}

export type ProfileOptions = Given<typeof profileOptions>

/** @throws NearsameError OPTION_VALUE */
export function checkProfileOptions(given: ProfileOptions): Resolved<typeof profileOptions> {
  checkObject('options', given)
  return readOptions(profileOptions, given)
}

/** Checks settings of a configuration: the ones that are read must be texts. @throws NearsameError OPTION_VALUE */
export function checkSettingTexts(name: string, settings: object, read: readonly string[]): void {
  checkObject(name, settings)
  for (const key of read) {
    const value = ownValue(settings as Readonly<Record<string, unknown>>, key)
    checkArgument(value === undefined || typeof value === 'string', key, value, 'a text')
  }
}
