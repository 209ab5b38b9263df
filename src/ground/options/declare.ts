/**
 * Options: one declaration per option defines its type, default, check, command line flag, HTTP field and
 * row in the docs.
 *
 *     declaration ──resolve(given, voice)──▶ frozen object, every field present
 *     'signatureLength'  ──▶  --signature-length <whole>   (command line)   "signatureLength"   (HTTP)
 *
 * A declaration reads a value that is already typed (library, HTTP) or, on the command line, its text form. It refuses
 * wrong values with a `Refusal`; `resolve.ts` makes the message, since it knows the name of the option and the
 * notation of the caller.
 */

/** Why a value was refused. Without `fix`, the fix is to change the value or to leave it out. */
export class Refusal {
  readonly expected: string
  readonly fix: string
  /** The error of another system for the value. */
  readonly cause: unknown

  constructor(expected: string, fix = '', cause?: unknown) {
    this.expected = expected
    this.fix = fix
    this.cause = cause
  }
}

/** One option: the program uses `T`, a caller may give `G`. */
export interface Option<T, G = T> {
  /** Placeholder of the value in the help, such as `number`; empty for a flag without a value. */
  readonly placeholder: string
  /** The allowed values; completes "expected `x` to be …". */
  readonly domain: string
  /** The allowed values, if they are a few words. */
  readonly values?: readonly string[]
  /** What an allowed text matches, for schemas; missing if the value is no text. */
  readonly pattern?: string
  /** The fewest characters of an allowed text, for schemas; missing if the value is no text. */
  readonly minLength?: number
  /** The allowed numbers, for schemas; missing if the value is no number or has other rules as well. */
  readonly numbers?: NumberBounds
  /** What the option means, for help and docs; no full stop. */
  readonly doc: string
  /** The name on which the flag is based, if it differs from the option's. */
  readonly cliName?: string
  /** The letter of its short flag, if it has one. */
  readonly short?: string
  /** What the file holds that the option names, if its name must not show something else. */
  readonly holds?: FileContents
  /** What a run does with the file that the option names; missing if it names none. */
  readonly file?: 'reads' | 'writes' | 'writesUnlessDry'
  /** Whether the flag may be repeated on the command line. */
  readonly isList: boolean
  /** Whether it has no default. */
  readonly isRequired?: true
  /** The default in the docs; empty if there is nothing to say. */
  readonly defaultText: string
  /** The value when none is given. */
  readonly fallback: () => T
  /** Converts a given value, or refuses it. Reads text forms if `fromText`. */
  readonly read: (given: unknown, fromText: boolean) => T | Refusal
  /** Only for types: the values a caller may give. */
  readonly given?: G
}

/** What an output holds: a table in four formats; rows, which a workbook may have, too; … */
export type FileContents = 'columns' | 'rows' | 'lines' | 'json' | 'messages' | 'page' | 'picture'

export interface NumberBounds {
  readonly isWhole: boolean
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly above?: number | undefined
  readonly below?: number | undefined
}

/** Named options; the names are those of the library. */
export type Declarations = Readonly<Record<string, Option<unknown, unknown>>>

/** The resolved object: every field present. */
export type Resolved<D extends Declarations> = {
  readonly [K in keyof D]: D[K] extends Option<infer T, infer _G> ? T : never
}

/** The fields a caller may give. */
export type Given<D extends Declarations> = {
  readonly [K in keyof D]?: (D[K] extends Option<infer _T, infer G> ? G : never) | undefined
}

/** Keeps the literal types of a set of declarations and freezes it. */
export function options<const D extends Declarations>(declarations: D): Readonly<D> {
  return Object.freeze(declarations)
}

export interface OptionSpec<T> {
  readonly doc: string
  readonly default: T
}

/** A whole number in [from, to]; without `to`, any that a double holds exactly. */
export function whole<const D extends number | undefined>(
  spec: NumberSpec<D> & { from: number; to?: number },
): Option<number | D, number> {
  const { from, to = Number.MAX_SAFE_INTEGER } = spec
  const domain =
    spec.to === undefined ? `a whole number of at least ${from}` : `a whole number in [${from}, ${to}]`
  const accepts = (value: number) => Number.isSafeInteger(value) && value >= from && value <= to
  return numeric('whole', domain, accepts, { ...spec, to })
}

/** A number between two limits; `above`/`below` exclude the limit, `from`/`to` include it. */
export function number<const D extends number | undefined>(
  spec: NumberSpec<D> & NumberRange,
): Option<number | D, number> {
  const low = spec.above ?? spec.from
  const high = spec.below ?? spec.to ?? Number.POSITIVE_INFINITY
  const [open, close] = [spec.above === undefined ? '[' : '(', spec.below === undefined ? ']' : ')']
  const isBounded = high < Number.POSITIVE_INFINITY
  const domain = isBounded ? `a number in ${open}${low}, ${high}${close}` : `a number of at least ${low}`
  const accepts = (value: number) =>
    (spec.above === undefined ? value >= spec.from : value > spec.above) &&
    (spec.below === undefined ? value <= high : value < spec.below)
  return numeric('number', domain, accepts, spec)
}

type NumberSpec<D> = OptionSpec<D> & { defaultText?: string }

type NumberRange = ({ above: number; from?: never } | { above?: never; from: number }) &
  ({ below: number; to?: never } | { below?: never; to?: number })

function numeric<D extends number | undefined>(
  placeholder: string,
  domain: string,
  accepts: (value: number) => boolean,
  spec: NumberSpec<D> & Omit<NumberBounds, 'isWhole'>,
): Option<number | D, number> {
  const { from, to, above, below, defaultText } = spec
  return {
    ...single<number | D>(placeholder, domain, spec),
    ...(defaultText !== undefined && { defaultText }),
    numbers: { isWhole: placeholder === 'whole', from, to, above, below },
    read(given, fromText) {
      const value = fromText && typeof given === 'string' && isDecimal(given) ? Number(given) : given
      return typeof value === 'number' && accepts(value) ? value : new Refusal(domain)
    },
  }
}

/** Accepts `12`, `0.8`, `.8`, `1e-3`; not `0x10`, `1_000`, ` ` or `Infinity`, which `Number` accepts. */
function isDecimal(text: string): boolean {
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)
}

/** An option without a default. */
export function required<T, G>(option: Option<T, G>): Option<T, G> {
  return {
    ...option,
    isRequired: true,
    // Only a missing value gets here.
    fallback: () => new Refusal(option.domain, 'give it') as never,
  }
}

/** One of a few words, or undefined when that is the default. `aliases` maps other spellings to them. */
export function choice<const T extends string, const D extends T | undefined>(
  values: readonly T[],
  spec: OptionSpec<D> & { aliases?: Readonly<Record<string, T>>; defaultText?: string },
): Option<T | D, T> {
  const domain = values.length === 1 ? `\`${values[0]}\`` : `one of ${values.join(', ')}`
  return {
    ...single(values.length <= 4 ? values.join('|') : 'name', domain, spec as OptionSpec<T | D>),
    values,
    defaultText: spec.defaultText ?? String(spec.default),
    read: given => {
      const { aliases = {} } = spec
      const isAlias = typeof given === 'string' && Object.hasOwn(aliases, given)
      const value = isAlias ? aliases[given] : given
      return values.find(known => known === value) ?? new Refusal(domain)
    },
  }
}

/**
 * Any non-empty text; `default: ''` stands for "none".
 *
 * @param spec with the `pattern` of texts that a method reads, for schemas
 */
export function text<D extends string | undefined>(
  spec: OptionSpec<D> & { placeholder: string; pattern?: string },
): Option<string | D, string> {
  const domain = 'a text that is not empty'
  return {
    ...single<string | D>(spec.placeholder, domain, spec),
    minLength: 1,
    ...(spec.pattern !== undefined && { pattern: spec.pattern }),
    read: given => (typeof given === 'string' && given !== '' ? given : new Refusal(domain)),
  }
}

/**
 * The name of a file to write, which none is if it is not given; on the command line, `-` is standard output.
 *
 * @param spec with `unlessDry` if a dry run does not write it
 */
export function outputPath(spec: {
  doc: string
  short?: string
  holds?: FileContents
  unlessDry?: true
}): Option<string | undefined, string> {
  const domain = 'the name of a file'
  const { doc, unlessDry, ...beside } = spec
  return {
    ...single('file', domain, { doc, default: undefined as string | undefined }),
    ...beside,
    file: unlessDry ? 'writesUnlessDry' : 'writes',
    read: (given, fromText) => {
      if (typeof given !== 'string' || given === '')
        return new Refusal(domain, 'name a file; it gets its final name only when complete')
      return fromText && given === '-' ? '/dev/stdout' : given
    },
  }
}

/** The name of a file to read beside the inputs, which none is if it is not given. */
export function inputPath(spec: { doc: string }): Option<string | undefined, string> {
  const domain = 'the name of a file'
  return {
    ...single('file', domain, { ...spec, default: undefined as string | undefined }),
    file: 'reads',
    read: (given, fromText) =>
      typeof given !== 'string' || given === '' || (fromText && given === '-')
        ? new Refusal(domain)
        : given,
  }
}

/** True or false; on the command line, present or absent. */
export function flag(spec: { doc: string }): Option<boolean> {
  const domain = 'true or false'
  return {
    ...single('', domain, { doc: spec.doc, default: false }),
    read: given => (typeof given === 'boolean' ? given : new Refusal(domain)),
  }
}

/** True or false; on the command line, the word `on` or `off`. */
export function onOff(spec: OptionSpec<boolean>): Option<boolean> {
  const read = (given: unknown, fromText: boolean) => {
    if (fromText) return given === 'on' ? true : given === 'off' ? false : new Refusal('on or off')
    return typeof given === 'boolean' ? given : new Refusal('true or false')
  }
  const defaultText = spec.default ? 'on' : 'off'
  return { ...single('on|off', 'true or false', spec), values: ['on', 'off'], defaultText, read }
}

/** A value with its own text form, such as `words:5`: `parse` returns the value or undefined. */
export function parsed<T extends object | number, G>(
  spec: OptionSpec<T> & {
    placeholder: string
    domain: string
    defaultText: string
    parse: (given: unknown) => T | Refusal | undefined
  },
): Option<T, G> {
  return {
    ...single(spec.placeholder, spec.domain, spec),
    defaultText: spec.defaultText,
    read: given => spec.parse(given) ?? new Refusal(spec.domain),
  }
}

/** Like `parsed`, for a repeatable flag: on the command line, `fromText`, `parse` gets the array of texts. */
export function list<T extends object | undefined, G>(
  spec: OptionSpec<T> & {
    placeholder: string
    domain: string
    defaultText: string
    cliName?: string
    parse: (given: unknown, fromText: boolean) => NonNullable<T> | Refusal | undefined
  },
): Option<T, G> {
  return {
    ...single(spec.placeholder, spec.domain, spec),
    ...(spec.cliName === undefined ? {} : { cliName: spec.cliName }),
    isList: true,
    defaultText: spec.defaultText,
    read: (given, fromText) => spec.parse(given, fromText) ?? new Refusal(spec.domain),
  }
}

function single<T>(placeholder: string, domain: string, spec: OptionSpec<T>) {
  const hasText = spec.default !== undefined && typeof spec.default !== 'boolean'
  const defaultText = hasText ? String(spec.default) : ''
  return { placeholder, domain, doc: spec.doc, isList: false, defaultText, fallback: () => spec.default }
}
