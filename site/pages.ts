/**
 * Pages of the site: from the Markdown files of the repository to the folder that VitePress builds.
 *
 *     docs/guide/index.md ─▶ guide/index.md        README.md ─▶ index.md        a picture ─▶ the same place
 *
 * Every relative link is resolved in the repository and leads to the page's place in the site. Files that are no pages
 * become text; a link to a file that does not exist is an error.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** Pages outside of `docs/`, by their place in the site. */
const placesOfOthers: Readonly<Record<string, string>> = {
  'README.md': 'index.md',
  'CHANGELOG.md': 'changes.md',
  'ARCHITECTURE.md': 'architecture.md',
  'HACKING.md': 'hacking.md',
  'examples/sample/NOTICE.md': 'sample.md',
  // The folder of the methods is the page that lists them.
  'docs/methods': 'guide/which-method.md',
}

/** The place of a file of the repository in the site; undefined if it is no page. */
function placeOf(file: string): string | undefined {
  const path = file.replace(/\/$/, '')
  if (Object.hasOwn(placesOfOthers, path)) return placesOfOthers[path]
  return /^docs\/.+\.(md|png|svg)$/.test(path) ? path.slice('docs/'.length) : undefined
}

/** @throws Error if the link leads nowhere */
function linkInSite(page: string, target: string, text: string): string {
  if (/^([a-z]+:|#)/.test(target)) return `[${text}](${target})`
  const [path, anchor] = target.split('#')
  const file = posix.join(posix.dirname(page), path)
  if (!existsSync(join(root, file))) throw new Error(`${page}: no file ${file}`)
  const place = placeOf(file)
  if (place === undefined) return text
  const from = posix.dirname(placeOf(page) ?? '')
  const relative = posix.relative(from, place)
  return `[${text}](./${relative}${anchor === undefined ? '' : `#${anchor}`})`
}

/** A page with its links as in the site; code stays as it is. */
function pageInSite(page: string, source: string): string {
  const parts = source.split(/(^ *```[\s\S]*?^ *```$|`[^`\n]+`(?![^[\]]*\]\())/m)
  const link = /\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g
  const inSite = (text: string) =>
    text.replace(link, (_, words: string, target: string) => linkInSite(page, target, words))
  return parts.map((part, at) => (at % 2 === 0 ? inSite(part) : part)).join('')
}

/** Writes all pages and pictures into a folder. @returns the places of the pages */
export function writePages(folder: string): string[] {
  const files = [
    ...globSync('docs/**/*.{md,png,svg}', { cwd: root }),
    ...Object.keys(placesOfOthers).filter(file => file.endsWith('.md')),
  ]
  return files.sort().flatMap(file => {
    const place = placeOf(file)
    if (place === undefined) return []
    const bytes = readFileSync(join(root, file))
    const target = join(folder, place)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, file.endsWith('.md') ? pageInSite(file, bytes.toString()) : bytes)
    return place.endsWith('.md') ? [place] : []
  })
}
