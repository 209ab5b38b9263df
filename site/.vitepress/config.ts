/** Settings of the site: address, order of the pages, search. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { anchorOf } from '../anchors.ts'

const pages = join(import.meta.dirname, '../.pages')

/** An entry of the sidebar: the first heading of a page, and its address. */
function entry(place: string) {
  const [, heading = place] = /^# (.+)$/m.exec(readFileSync(join(pages, place), 'utf8')) ?? []
  return { text: heading.replaceAll('`', ''), link: `/${place.replace(/((^|\/)index)?\.md$/, '$2')}` }
}

/** Pages of a folder: those named, in this order, then the others that no group before has. */
const shown = new Set<string>()
function group(text: string, folder: string, first: string, withOthers = false) {
  const named = first
    .split(' ')
    .filter(Boolean)
    .map(name => `${folder}/${name}.md`)
  const others = withOthers ? globSync(`${folder}/**/*.md`, { cwd: pages }).sort() : []
  const places = [...named, ...others].filter(place => !shown.has(place))
  for (const place of places) shown.add(place)
  return { text, collapsed: withOthers && folder !== 'guide', items: [...new Set(places)].map(entry) }
}

const startPages = globSync('start/*.md', { cwd: pages }).map(place => place.replace(/^start\/|\.md$/g, ''))
const order = ['file', 'program', 'python', 'server', 'search-engine', 'table']
const sidebar = [
  group('Start', 'start', order.filter(name => startPages.includes(name)).join(' ')),
  group('Understand', 'guide', 'which-method numbers report sizes compared questions glossary'),
  group('Guides', 'guide', 'choosing tuning large-inputs cluster passages', true),
  group('Reference', 'reference', 'options', true),
  group('Methods', 'methods', 'minhash records', true),
  group('Formats', 'formats', 'files', true),
  {
    text: 'More',
    collapsed: true,
    items: ['errors.md', 'scale.md', 'security.md', 'changes.md', 'architecture.md', 'hacking.md'].map(
      entry,
    ),
  },
  group('Decisions', 'decisions', '', true),
]

/** Two overlapping sheets. */
const sheets =
  "<rect x='1' y='1' width='9' height='11' fill='#8aa4e8'/><rect x='6' y='4' width='9' height='11' fill='#1d4ed8'/>"
const icon = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>${sheets}</svg>`)}`

export default defineConfig({
  title: 'nearsame',
  description: 'Finds texts that are the same or nearly the same, and keeps one of each.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: icon }]],
  base: process.env.NEARSAME_DOCS_BASE ?? '/',
  srcDir: '.pages',
  outDir: '.site',
  cacheDir: '.cache',
  markdown: {
    linkify: false,
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    sidebar,
    outline: 'deep',
    nav: [
      { text: 'Start', link: '/start/file' },
      { text: 'Reference', link: '/reference/http' },
      { text: 'Playground', link: '/playground.html', target: '_self' },
    ],
    search: {
      provider: 'local',
      options: { translations: { button: { buttonText: 'Search', buttonAriaLabel: '' } } },
    },
  },
})
