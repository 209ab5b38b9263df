/**
 * Pattern: regular expressions of Java as those of JavaScript, as far as both find the same.
 *
 *     atom       = character | . | class | ( … ) | (?: … ) | (?= … ) | (?! … ) | ^ | $ | \A | \z
 *     class      = [ [^] { character | range | \d \w \s … } ]        \d, \w and \s are ASCII, as in Java
 *     quantifier = ? | * | + | {n} | {n,} | {n,m}, each also followed by ?
 *
 * Source: Java SE 17 API, `java.util.regex.Pattern`.
 * Ours: the subset. Flags, references to groups, possessive quantifiers, properties such as \p{L}, unions and
 * intersections of classes, and repeated groups that contain groups, are not translated.
 */

const lineEnds = '\\n\\r\\u0085\\u2028\\u2029'

const sets: Readonly<Record<string, string>> = {
  d: '0-9',
  w: '0-9A-Z_a-z',
  s: '\\t-\\r ',
}

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, f: 12, r: 13, a: 7, e: 27 }

const assertions: Readonly<Record<string, string>> = { A: '(?<![^])', z: '(?![^])' }

/** A pattern that is valid in Java perhaps, but has no equal here; `message` names the part. */
class Untranslatable extends Error {}

/**
 * The pattern as JavaScript, to find matches inside a text.
 *
 * @returns undefined if it has no equal here
 * @example javaPattern('a\\Q.\\E(\\d+)$')?.source // => '\\u{61}\\u{2e}([0-9]+)(?=(?:\\r\\n|[\\n\\r\\u0085\\u2028\\u2029])?(?![^]))'
 */
export function javaPattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(new Translation(pattern).run(), 'gu')
  } catch (error) {
    if (error instanceof Untranslatable || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** As `javaPattern`, for a pattern that must match a whole text. */
export function wholePattern(pattern: string): RegExp | undefined {
  const found = javaPattern(pattern)
  return found && new RegExp(`^(?:${found.source})$`, 'u')
}

class Translation {
  /** Code points of the pattern. */
  readonly #units: readonly string[]
  #at = 0
  /** For each open group, how many capturing groups began before its content. */
  readonly #open: number[] = []
  #groups = 0

  constructor(pattern: string) {
    this.#units = Array.from(pattern)
  }

  run(): string {
    let source = ''
    while (this.#at < this.#units.length) {
      const atom = this.#atom()
      source += atom + this.#quantifier(atom)
    }
    if (this.#open.length > 0) throw new Untranslatable('a group without end')
    return source
  }

  #next(): string {
    const unit = this.#units[this.#at++]
    if (unit === undefined) throw new Untranslatable('an end inside an atom')
    return unit
  }

  #atom(): string {
    const unit = this.#next()
    if (unit === '\\') return this.#escape()
    if (unit === '[') return this.#class()
    if (unit === '(') return this.#group()
    if (unit === ')') {
      if (this.#open.length === 0) throw new Untranslatable(')')
      return ')'
    }
    if (unit === '|') return '|'
    if (unit === '.') return `[^${lineEnds}]`
    if (unit === '^') return '(?<![^])'
    if (unit === '$') return `(?=(?:\\r\\n|[${lineEnds}])?(?![^]))`
    if ('*+?{'.includes(unit)) throw new Untranslatable(unit)
    return literal(unit)
  }

  #group(): string {
    if (this.#units[this.#at] !== '?') {
      this.#open.push(++this.#groups)
      return '('
    }
    this.#open.push(this.#groups)
    const kind = this.#units.slice(this.#at, this.#at + 2).join('')
    if (!['?:', '?=', '?!'].includes(kind)) throw new Untranslatable(`(${kind}`)
    this.#at += 2
    return `(${kind}`
  }

  #quantifier(atom: string): string {
    const before = atom === ')' ? (this.#open.pop() as number) : this.#groups
    const [written] = /^(?:[?*+]|\{\d{1,4}(?:,\d{0,4})?\})?\??/.exec(this.#rest()) ?? ['']
    if (written === '') return ''
    if (atom === '|' || /^\((?:\?[:=!])?$/.test(atom)) throw new Untranslatable(written)
    this.#at += written.length
    if (this.#units[this.#at] === '+' || this.#groups > before) throw new Untranslatable(`${written}+`)
    return written
  }

  #rest(): string {
    return this.#units.slice(this.#at, this.#at + 14).join('')
  }

  #escape(): string {
    const unit = this.#next()
    if (unit === 'Q') return this.#quoted()
    if (Object.hasOwn(assertions, unit)) return assertions[unit]
    const set = setOf(unit)
    return set === undefined ? literal(this.#escaped(unit)) : `[${set}]`
  }

  #quoted(): string {
    const end = this.#units.findIndex(
      (unit, i) => i >= this.#at && unit === '\\' && this.#units[i + 1] === 'E',
    )
    const text = this.#units.slice(this.#at, end < 0 ? undefined : end)
    this.#at = end < 0 ? this.#units.length : end + 2
    // A quantifier would apply to the last character, as in Java; to none after an empty text.
    if (text.length === 0) throw new Untranslatable('\\Q\\E')
    return text.map(literal).join('')
  }

  /** The character after a backslash. */
  #escaped(unit: string): string {
    if (Object.hasOwn(controls, unit)) return String.fromCharCode(controls[unit])
    const digits = unit === 'x' ? 2 : unit === 'u' ? 4 : 0
    if (digits > 0) {
      const code = this.#units.slice(this.#at, this.#at + digits).join('')
      if (!/^[0-9a-fA-F]+$/.test(code) || code.length < digits) throw new Untranslatable(`\\${unit}`)
      this.#at += digits
      return String.fromCharCode(Number.parseInt(code, 16))
    }
    if (/[0-9A-Za-z]/.test(unit)) throw new Untranslatable(`\\${unit}`)
    return unit
  }

  #class(): string {
    let source = this.#units[this.#at] === '^' ? '[^' : '['
    if (source === '[^') this.#at++
    const from = this.#at
    for (;;) {
      const unit = this.#next()
      if (unit === ']') {
        if (this.#at === from + 1) throw new Untranslatable('[]')
        return `${source}]`
      }
      if (unit === '[' || (unit === '&' && this.#units[this.#at] === '&')) throw new Untranslatable(unit)
      source += this.#member(unit)
    }
  }

  #member(unit: string): string {
    const set = unit === '\\' ? setOf(this.#units[this.#at]) : undefined
    if (set !== undefined) {
      this.#at++
      if (set.startsWith('^')) throw new Untranslatable('a negated set in a class')
      return set
    }
    const first = unit === '\\' ? this.#escaped(this.#next()) : unit
    const isRange = this.#units[this.#at] === '-' && ![']', undefined].includes(this.#units[this.#at + 1])
    if (!isRange) return literal(first)
    this.#at++
    const end = this.#next()
    if (end === '[' || (end === '\\' && setOf(this.#units[this.#at]) !== undefined))
      throw new Untranslatable(end)
    return `${literal(first)}-${literal(end === '\\' ? this.#escaped(this.#next()) : end)}`
  }
}

/** Members of the set `\d`, `\W` and the like, with `^` for a negated one. */
function setOf(unit: string | undefined): string | undefined {
  const lower = unit?.toLowerCase() ?? ''
  if (!Object.hasOwn(sets, lower)) return undefined
  return unit === lower ? sets[lower] : `^${sets[lower]}`
}

function literal(unit: string): string {
  return `\\u{${unit.codePointAt(0)?.toString(16)}}`
}

/**
 * A replacement of `Matcher.replaceAll`: `$1` is a group, a backslash takes the next character as it is.
 *
 * @returns undefined for one that Java refuses, or with names of groups
 * @example javaReplacement('x$1\\$', 1)?.(['ab', 'b']) // => 'xb$'
 */
export function javaReplacement(
  text: string,
  groups: number,
): ((match: readonly (string | undefined)[]) => string) | undefined {
  const parts: (string | number)[] = []
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]
    if (unit === '\\') {
      if (++at === text.length) return undefined
      parts.push(text[at])
    } else if (unit === '$') {
      let [digits = ''] = /^\d*/.exec(text.slice(at + 1)) ?? []
      while (digits.length > 1 && Number(digits) > groups) digits = digits.slice(0, -1)
      if (digits === '' || Number(digits) > groups) return undefined
      parts.push(Number(digits))
      at += digits.length
    } else parts.push(unit)
  }
  return match => parts.map(part => (typeof part === 'number' ? (match[part] ?? '') : part)).join('')
}
