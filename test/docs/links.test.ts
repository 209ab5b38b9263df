/**
 * Links have targets: every relative link of a page leads to a file, and its `#anchor` to a heading of that file; links
 * of packaged pages lead to files in the package.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '../..')
const pages = globSync('**/*.md', { cwd: root, exclude: path => /(^|\/)node_modules$/.test(path) }).sort()

/** A page without its code, where brackets and `#` mean something else. */
function proseOf(page: string): string {
  return readFileSync(page, 'utf8').replace(/^```.*?^```$/gms, '')
}

/** GitHub's rule: lower case, no punctuation, hyphens for spaces; a second heading with the same words gets `-1`. */
function anchorsOf(prose: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading] of prose.matchAll(/^#+ (.+)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const plain = words.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-')
    let anchor = plain
    for (let again = 1; anchors.has(anchor); again++) anchor = `${plain}-${again}`
    anchors.add(anchor)
  }
  return anchors
}

/** Targets of the relative links of a page, outside of code. */
function linksOf(page: string): string[] {
  const prose = proseOf(page).replace(/`[^`\n]*`/g, 'code')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm)].map(
    ([, inline, below]) => inline ?? below,
  )
  return links.filter(link => !/^[a-z]+:/.test(link))
}

function isDead(page: string, link: string): boolean {
  const [path, anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  return !existsSync(target) || (anchor !== undefined && !anchorsOf(proseOf(target)).has(anchor))
}

test('every link of a page leads to a file, and its anchor to a heading', () => {
  const links = pages.flatMap(name => linksOf(join(root, name)).map(link => ({ name, link })))
  assert(links.length > 50, 'the check sees links')
  const dead = links.filter(({ name, link }) => isDead(join(root, name), link))
  assert.deepEqual(dead, [])
})

test('every link of a packaged page leads to a file or folder in the package', () => {
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const packed: string[] = JSON.parse(printed)[0].files.map((file: { path: string }) => file.path)
  const holds = (target: string) => packed.some(path => path === target || path.startsWith(`${target}/`))
  const links = pages
    .filter(page => packed.includes(page))
    .flatMap(page => linksOf(join(root, page)).map(link => ({ page, path: link.split('#')[0] })))
    .filter(({ path }) => path !== '')
  assert(links.length > 50, 'the check sees links')
  const outside = links.filter(({ page, path }) => !holds(posix.join(posix.dirname(page), path)))
  assert.deepEqual(outside, [])
})

test('anchors follow GitHub', () => {
  const anchors = anchorsOf('# Über `a_b` & [c](d.md), 1.2\n\n## Twice\n\n## Twice\n\n## Twice\n')
  assert.deepEqual([...anchors], ['über-a_b--c-12', 'twice', 'twice-1', 'twice-2'])
})
