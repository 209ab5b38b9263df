/**
 * English: finds patterns that no engineer writes, in pages and in comments and texts of code. The list has only
 * patterns without a good use; reviewers find the rest.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '../..')

/** Folders whose comments and texts are checked, too. */
const foldersOfCode: readonly string[] = [
  'bench',
  'build',
  'examples',
  'kernels',
  'site',
  'src/cli',
  'src/doors',
  'src/engine',
  'src/files',
  'src/ground',
  'src/methods',
  'src/online',
  'src/server',
  'src/solr',
  'src/texts',
  'test/cli',
  'test/conformance',
  'test/databases',
  'test/docs',
  'test/faults',
  'test/golden',
  'test/ground',
  'test/kernels',
  'test/runner',
  'test/runtimes',
  'test/server',
  'test/shape',
  'test/solr',
  'test/statistical',
  'test/vectors',
  'test/worlds',
]

/** Patterns by what to write instead. */
const patterns: Readonly<Record<string, RegExp>> = {
  'a subject that acts, instead of Who': /(?:^|[.:;|*-] |\/\/ )Who (?![^.|]*\?)[a-z]/,
  'anyone, a client, the caller …, instead of whoever': /\bwhoever\b/i,
  'the caller, the client …': /\bwho (?:asks|calls|checks|reads|wants)\b/,
  'the subject that tells, or: is reported': /\b(?:is|are|be|been) told\b(?! apart)/,
  'reports, learns': /\b(?:tells?|hears?) of\b/,
  again: /\banew\b/i,
  'fix, repair': /\bmend(?:s|ed|ing)?\b/i,
  'at most N': /\bso many (?:\w+ )?at a time\b|\bso much that\b/,
  'an imperative, or must': /\b(?:is|are) to be \w+(?:ed|en|pt|de)\b/,
  'a number, or: a few milliseconds': /\bsome (?:milli)?seconds\b/,
  'no one, or the active voice': /\bnobody\b/i,
  'the noun that is meant': /\bit is \w+(?: \w+)? who\b/,
  'what the operation should do': /\bno such failure\b/,
  'ignores, skips': /(?<!\b(?:a|one) )\bpass(?:es|ed)? over\b/i,
  'exists, or the verb that acts': /\bsees that it is there\b/,
}

interface Prose {
  readonly line: number
  readonly text: string
}

/** The prose of a page, without its code. */
function proseOfPage(text: string): Prose[] {
  const plain = text
    .replace(/^ *```[\s\S]*?^ *```$/gm, blank)
    .replace(/(?<=\n\n)(?: {4}.*\n)+/g, blank)
    .replace(/`[^`\n]*`/g, '`code`')
  return linesOf(plain)
}

/** Comments and literals of a source, also those that only look so, in a pattern or a nested template. */
function proseOfCode(text: string): Prose[] {
  const parts =
    /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gm
  return [...text.matchAll(parts)].flatMap(part => {
    const first = text.slice(0, part.index).split('\n').length
    return linesOf(part[0].replace(/^ *\*+ ?/gm, '')).map(({ line, text }) => ({
      line: first + line - 1,
      text,
    }))
  })
}

function blank(lines: string): string {
  return lines.replace(/[^\n]/g, '')
}

function linesOf(text: string): Prose[] {
  return text.split('\n').map((row, at) => ({ line: at + 1, text: row.trim() }))
}

function badIn(prose: readonly Prose[]): string[] {
  return prose.flatMap(({ line, text }) =>
    Object.entries(patterns)
      .filter(([, pattern]) => pattern.test(text))
      .map(([better]) => `${line}: ${text} (write ${better})`),
  )
}

function badInFiles(files: readonly string[], proseOf: (text: string) => Prose[]): string[] {
  return files.flatMap(file =>
    badIn(proseOf(readFileSync(join(root, file), 'utf8'))).map(bad => `${file}:${bad}`),
  )
}

test('pages are written in plain English', () => {
  const pages = globSync(['*.md', '{docs,src,kernels,test,examples,bench}/**/*.md'], {
    cwd: root,
    exclude: path => path.startsWith('bench/record/'),
  })
  assert(pages.length > 50, 'the check sees pages')
  assert.deepEqual(badInFiles(pages.sort(), proseOfPage), [])
})

/** The words of each sentence of a page; items of a list and paragraphs end one, tables and headings have none. */
function sentencesOf(text: string): number[] {
  const prose = proseOfPage(text).map(({ text }) =>
    text.replace(/^(\||#|!\[).*$/, '').replace(/^([-*]|\d+\.) /, '\n\n'),
  )
  const parts = prose
    .join('\n')
    .replace(/\]\([^)]*\)/g, '')
    .split(/\n\s*\n|(?<=[.!?])\s+/)
  return parts.map(part => part.trim().split(/\s+/).length).filter(words => words > 1)
}

test('pages for readers have sentences of at most 20 words on average', () => {
  const pages = ['README.md', ...globSync('docs/{start,guide}/*.md', { cwd: root })]
  const long = pages.flatMap(page => {
    const words = sentencesOf(readFileSync(join(root, page), 'utf8'))
    const average = words.reduce((sum, count) => sum + count, 0) / words.length
    return average > 20 ? [`${page}: ${average.toFixed(1)} words`] : []
  })
  assert.deepEqual(long, [])
  assert.deepEqual(sentencesOf('# Head\n\nOne two three. Four five.\n\n- six seven\n'), [3, 2, 2])
})

test('comments and texts of code are written in plain English', () => {
  const files = foldersOfCode.flatMap(folder =>
    globSync(`${folder}/**/*.ts`, { cwd: root, exclude: path => /(^|\/)node_modules$/.test(path) }),
  )
  const own = files.filter(file => !file.includes('/generated/') && !file.endsWith('english.test.ts'))
  assert.deepEqual(badInFiles(own.sort(), proseOfCode), [])
})

test('the check sees what it looks for', () => {
  const page =
    'Whoever reads it.\n\n    nobody\n\n```\nanew\n```\nIt is made anew, `anew`.\n\nWho is it for?\n'
  assert.deepEqual(
    badIn(proseOfPage(page)).map(bad => Number.parseInt(bad, 10)),
    [1, 8],
  )
  const code = "// Who asks is told.\nconst anew = 'made anew'\n/**\n * Nobody.\n */\nmend()\n"
  assert.deepEqual(
    badIn(proseOfCode(code)).map(bad => Number.parseInt(bad, 10)),
    [1, 1, 2, 4],
  )
})
