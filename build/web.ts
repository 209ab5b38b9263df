/**
 * Builds the web page from `web/` into three forms:
 *
 *     page/index.html, page/web/*   for the server; scripts and styles named by their content
 *     report.html                   template of a report file: everything in one file, data to be put in
 *     playground.html               the playground in one file, for the documentation
 *
 * A file opened from disk has no server that could send a policy, so the last two have theirs in the document, with
 * the hashes of their script and their style. It allows no network at all.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutputChunk } from 'rolldown'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '../web')

/** Puts what all documents have into their heads. */
const sharedHead: Plugin = {
  name: 'shared head',
  transformIndexHtml: {
    order: 'pre',
    handler: html =>
      html.replace('<head>\n', start => start + readFileSync(join(root, 'head.html'), 'utf8')),
  },
}

const common: InlineConfig = {
  root,
  base: './',
  configFile: false,
  plugins: [sharedHead],
  publicDir: false,
  logLevel: 'error',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
}

async function built(config: InlineConfig): Promise<Rolldown.RolldownOutput> {
  const output = await build({ ...common, ...config })
  return output as Rolldown.RolldownOutput
}

/** What the first view and later ones have in common, none of it large. */
const sharedModules = new RegExp(
  [
    'src[\\\\/]ground[\\\\/]',
    'web[\\\\/]data[\\\\/]engine',
    'preload-helper',
    '[\\\\/](java-values|bit-count|column-kinds|union-find|judgements)\\.ts',
  ].join('|'),
)

/** @returns the chunks, for the list of libraries */
async function buildPage(folder: string): Promise<OutputChunk[]> {
  const { output } = await built({
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsDir: 'web',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(root, 'index.html'),
        // Small modules that views share come in one file: each file is a request of the first view.
        output: {
          codeSplitting: { groups: [{ name: 'shared', test: sharedModules, minShareCount: 2 }] },
        },
      },
    },
  })
  return output.filter(part => part.type === 'chunk')
}

/** A document of one file. */
async function buildSingle(name: string, target: string): Promise<void> {
  const { output } = await built({
    build: {
      write: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      modulePreload: false,
      rolldownOptions: { input: join(root, `${name}.html`), output: { codeSplitting: false } },
    },
  })
  const textOf = (extension: string) =>
    output
      .filter(({ fileName }) => fileName.endsWith(extension))
      .map(part => (part.type === 'chunk' ? part.code : String(part.source)))
      .join('\n')
  writeFileSync(target, singleDocument(textOf('.html'), textOf('.js'), textOf('.css')))
}

function singleDocument(html: string, script: string, style: string): string {
  // A script ends at the first `</script`, wherever it stands.
  const code = script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(code)}' 'wasm-unsafe-eval'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return html
    .replaceAll(/<script type="module"[^>]*><\/script>|<link rel="stylesheet"[^>]*>/g, '')
    .replace(
      '<meta charset="utf-8">',
      text => `${text}\n<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    )
    .replace('</head>', () => `<style>${style}</style>\n</head>`)
    .replace('</body>', () => `<script type="module">${code}</script>\n</body>`)
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Writes all three to `folder`. @returns the chunks of the page */
export async function buildWeb(folder: string): Promise<OutputChunk[]> {
  mkdirSync(folder, { recursive: true })
  const chunks = await buildPage(join(folder, 'page'))
  await buildSingle('report', join(folder, 'report.html'))
  await buildSingle('playground', join(folder, 'playground.html'))
  return chunks
}

/** The first load of the page: the document, and the scripts and styles that it names. */
export function firstLoad(folder: string): string[] {
  const document = join(folder, 'page/index.html')
  const named = readFileSync(document, 'utf8').matchAll(/(?:src|href)="\.\/(web\/[^"]+)"/g)
  return [document, ...Array.from(named, ([, file]) => join(folder, 'page', file))]
}
