/**
 * Weighs what an import of a pure entry adds to a program for browsers: kilobytes of the files that esbuild
 * splits it into, by gzip, at once and later by `import()`. Run as a program (`npm run weigh`), it writes the table of
 * the page about browsers.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/guide/browsers.md')
const heading =
  '| import | at once | later | import | at once | later |\n| --- | --- | --- | --- | --- | --- |\n'

/** Each entry as a whole, and two functions alone. */
const imports: Readonly<Record<string, string>> = {
  '`deduplicate` of `nearsame`': "export { deduplicate } from 'nearsame'",
  '`jaccard` of `nearsame`': "export { jaccard } from 'nearsame'",
  ...Object.fromEntries(
    [
      '',
      '/online',
      '/client',
      '/signatures',
      '/solr',
      '/restaurants',
      '/segmenter',
      '/stemming',
      '/stop-words',
    ].map(entry => [`\`nearsame${entry}\``, `export * from 'nearsame${entry}'`]),
  ),
}

/** Kilobytes of the files that a bundler with code splitting makes: those that load with the program, and others. */
async function sizesOf(contents: string): Promise<{ atOnce: number; later: number }> {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    ...{ bundle: true, splitting: true, minify: true, write: false, format: 'esm', logLevel: 'error' },
    ...{ metafile: true, outdir: root, absWorkingDir: root },
  })
  const first = Object.keys(metafile.outputs).filter(
    name => metafile.outputs[name].entryPoint === '<stdin>',
  )
  const atStart = new Set(first)
  for (const name of atStart) {
    for (const { path, kind } of metafile.outputs[name].imports)
      if (kind === 'import-statement') atStart.add(path)
  }
  const sizes = { atOnce: 0, later: 0 }
  for (const { path, contents } of outputFiles) {
    const kilobytes = gzipSync(contents, { level: 9 }).length / 1000
    sizes[atStart.has(relative(root, path)) ? 'atOnce' : 'later'] += kilobytes
  }
  return sizes
}

/** Rows of the table, in kilobytes. REQUIRES: `dist` is built. */
export async function weights(): Promise<{ name: string; atOnce: number; later: number }[]> {
  return Promise.all(
    Object.entries(imports).map(async ([name, contents]) => ({ name, ...(await sizesOf(contents)) })),
  )
}

/** The table of the page. */
export function writtenWeights(): Map<string, readonly [atOnce: number, later: number]> {
  const [, rows = ''] = readFileSync(page, 'utf8').split(heading)
  return new Map(
    Array.from(
      rows.split('\n\n')[0].matchAll(/\| ([^|]+?) \| ([^|]+?) kB \| ([^|]+?) kB /g),
      ([, name, ...sizes]) => [name, [Number(sizes[0]), Number(sizes[1])]],
    ),
  )
}

if (import.meta.main) {
  const cells = (await weights()).map(
    ({ name, atOnce, later }) => `| ${name} | ${atOnce.toFixed(1)} kB | ${later.toFixed(1)} kB `,
  )
  const half = Math.ceil(cells.length / 2)
  const rows = cells.slice(0, half).map((left, i) => `${left}${cells[half + i] ?? '| | | '}|\n`)
  const [before, after = ''] = readFileSync(page, 'utf8').split(heading)
  writeFileSync(page, `${before}${heading}${rows.join('')}${after.replace(/^(\|.*\n)*/, '')}`)
}
