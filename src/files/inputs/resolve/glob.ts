/**
 * Glob: the paths that a pattern matches, in time linear in the names it looks at, whatever its stars.
 *
 *     *       any characters of a name but a leading dot      [a-z] [!a-z]   one of these characters, or none of them
 *     ?       one character                                   {a,b} {1..9}   alternatives, at most 10,000 in all
 *     **      any number of directories, without links        \*             the character itself
 *
 * A name is matched with one star to return to: if what follows fits nowhere, an earlier star could not help either.
 *
 * Source: `glob(7)`; `**` and braces as in Bash. Ours: the bound on alternatives.
 * Cost: |name| * |part| steps for each name of a listed directory. Error: none; no name is left out.
 */
import { lstat, readdir } from 'node:fs/promises'
import { sep } from 'node:path'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { inputError } from '../../io/input-errors.ts'

const mostAlternatives = 10_000

/** What one or more characters of a name must be: any of them, or a character that a test accepts. */
type Token = 'star' | ((character: string) => boolean)

/** A part of a pattern between slashes. */
type Part =
  | '**'
  | { readonly name: string }
  | { readonly tokens: readonly Token[]; readonly isDotted: boolean }

/** Whether it is a pattern rather than a plain path. */
export function isGlob(path: string): boolean {
  return /[*?[\]{}]/.test(path)
}

/**
 * The paths, each once, in any order, relative ones as the pattern is.
 *
 * @throws NearsameError OPTION_VALUE for too many alternatives, INPUT_UNREADABLE for a directory that cannot be listed
 */
export async function globPaths(pattern: string): Promise<Set<string>> {
  const found = new Set<string>()
  // On Windows a shell leaves patterns to the program, with its own separators; there nothing can be escaped.
  for (const alternative of alternativesOf(pattern.replaceAll(sep, '/')))
    await new Walk(alternative, found).run()
  return found
}

/** Follows one pattern without braces through the directories. */
class Walk {
  readonly #root: string
  readonly #parts: readonly Part[]
  readonly #found: Set<string>
  /** Pairs of part and directory that are done: several `**` lead to the same directory in many ways. */
  readonly #done = new Set<string>()

  constructor(pattern: string, found: Set<string>) {
    this.#root = pattern.startsWith('/') ? '/' : ''
    this.#parts = pattern
      .split('/')
      .filter(part => part !== '' && part !== '.')
      .map(partOf)
    this.#found = found
  }

  run(): Promise<void> {
    return this.#visit(this.#root, 0)
  }

  async #visit(path: string, at: number): Promise<void> {
    const step = `${at}/${path}`
    if (this.#done.has(step)) return
    this.#done.add(step)
    const part = this.#parts[at]
    if (part === undefined) this.#found.add(path)
    else if (part === '**') await this.#visitBelow(path, at)
    else if ('name' in part) {
      const next = joined(path, part.name)
      if (await exists(next)) await this.#visit(next, at + 1)
    } else {
      for (const { name } of (await entriesOf(path)) ?? []) {
        const isHidden = name.startsWith('.') && !part.isDotted
        if (!isHidden && matches(name, part.tokens)) await this.#visit(joined(path, name), at + 1)
      }
    }
  }

  /** The directory itself, and everything below it. */
  async #visitBelow(path: string, at: number): Promise<void> {
    const entries = await entriesOf(path)
    if (entries === undefined) return
    await this.#visit(path, at + 1)
    const isLast = at + 1 === this.#parts.length
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue
      const next = joined(path, entry.name)
      if (entry.isDirectory()) await this.#visit(next, at)
      else if (isLast) this.#found.add(next)
    }
  }
}

function joined(path: string, name: string): string {
  return path === '' || path === '/' ? path + name : `${path}/${name}`
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

/** Undefined of a path that is no directory. */
async function entriesOf(path: string) {
  try {
    return await readdir(path === '' ? '.' : path, { withFileTypes: true })
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === 'ENOTDIR' || code === 'ENOENT' || code === 'ELOOP') return undefined
    throw inputError(error, path === '' ? '.' : path)
  }
}

/** Whether a name is made of these tokens. */
function matches(name: string, tokens: readonly Token[]): boolean {
  const characters = [...name]
  let [at, token, star, starAt] = [0, 0, -1, 0]
  while (at < characters.length) {
    const wanted = tokens[token]
    if (wanted === 'star') {
      star = token++
      starAt = at
    } else if (wanted?.(characters[at])) {
      at++
      token++
    } else if (star >= 0) {
      token = star + 1
      at = ++starAt
    } else return false
  }
  return tokens.slice(token).every(rest => rest === 'star')
}

function partOf(part: string): Part {
  if (part === '**') return part
  const tokens: Token[] = []
  let name = ''
  let isPlain = true
  for (let at = 0; at < part.length; ) {
    const [character] = part.slice(at)
    const set = character === '[' ? /^\[[!^]?\]?[^\]]*\]/.exec(part.slice(at))?.[0] : undefined
    if (character === '*' || character === '?' || set !== undefined) {
      isPlain = false
      if (character === '*') tokens.push('star')
      else tokens.push(set === undefined ? () => true : setOf(set))
      at += set?.length ?? 1
      continue
    }
    const literal = character === '\\' && at + 1 < part.length ? [...part.slice(at + 1)][0] : character
    at += literal.length + (character === '\\' && literal !== character ? 1 : 0)
    tokens.push(each => each === literal)
    name += literal
  }
  return isPlain ? { name } : { tokens, isDotted: part.startsWith('.') || part.startsWith('\\.') }
}

/** @param set such as `[!a-z_]` */
function setOf(set: string): (character: string) => boolean {
  const isNegated = /^\[[!^]/.test(set)
  const members = [...set.slice(isNegated ? 2 : 1, -1)]
  const ranges: (readonly [number, number])[] = []
  for (let i = 0; i < members.length; i++) {
    const isRange = members[i + 1] === '-' && i + 2 < members.length
    ranges.push([codeOf(members[i]), codeOf(members[isRange ? i + 2 : i])])
    if (isRange) i += 2
  }
  return character => {
    const code = codeOf(character)
    return ranges.some(([from, to]) => code >= from && code <= to) !== isNegated
  }
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

/** The pattern without its braces, once for each alternative. */
function alternativesOf(pattern: string): string[] {
  let done = ['']
  let rest = pattern
  for (let brace = firstBrace(rest); brace !== undefined; brace = firstBrace(rest)) {
    const { from, to, choices } = brace
    const before = rest.slice(0, from)
    const chosen = choices.flatMap(alternativesOf)
    if (done.length * chosen.length > mostAlternatives) throw tooMany(pattern)
    done = done.flatMap(each => chosen.map(choice => each + before + choice))
    rest = rest.slice(to)
  }
  return done.map(each => each + rest)
}

interface Brace {
  readonly from: number
  /** Behind the closing brace. */
  readonly to: number
  readonly choices: readonly string[]
}

/** The first pair of braces with a comma or a range of numbers; others are characters. */
function firstBrace(pattern: string): Brace | undefined {
  for (let from = pattern.indexOf('{'); from >= 0; from = pattern.indexOf('{', from + 1)) {
    if (pattern[from - 1] === '\\') continue
    const choices: string[] = []
    let [depth, start] = [0, from + 1]
    for (let at = from; at < pattern.length; at++) {
      const character = pattern[at]
      if (character === '\\') at++
      else if (character === '{') depth++
      else if (character === ',' && depth === 1) {
        choices.push(pattern.slice(start, at))
        start = at + 1
      } else if (character === '}' && --depth === 0) {
        choices.push(pattern.slice(start, at))
        const all = choices.length > 1 ? choices : numbersOf(choices[0], pattern)
        if (all !== undefined) return { from, to: at + 1, choices: all }
        break
      }
    }
  }
}

/** @param range such as `1..9` or `01..12`, whose numbers are as long as the longer end */
function numbersOf(range: string, pattern: string): string[] | undefined {
  const ends = /^(\d{1,15})\.\.(\d{1,15})$/.exec(range)
  if (ends === null) return undefined
  const [from, to] = [Number(ends[1]), Number(ends[2])]
  if (Math.abs(to - from) >= mostAlternatives) throw tooMany(pattern)
  const isPadded = ends.slice(1).some(end => end.length > 1 && end.startsWith('0'))
  const digits = isPadded ? Math.max(ends[1].length, ends[2].length) : 0
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) =>
    String(from + (to < from ? -i : i)).padStart(digits, '0'),
  )
}

function tooMany(pattern: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `a glob whose braces have at most ${mostAlternatives} alternatives`,
    got: pattern.length > 100 ? `${pattern.slice(0, 100)}…` : pattern,
    fix: 'name the files by stars, or a directory',
  })
}
