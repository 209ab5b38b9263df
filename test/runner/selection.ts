/**
 * Which tests run. Files named `x.all.test.ts` drive real services in depth or need large samples; `npm test` leaves
 * them to `npm run test:all`, and has a short test of each service beside them.
 */
const isOfAll = (file: string) => file.endsWith('.all.test.ts')

/**
 * @param args paths, then the files that begin so; `--rest`, then what a run without arguments leaves out
 * @throws Error for another option
 */
export function selected(files: readonly string[], args: readonly string[]): string[] {
  const isRest = args.includes('--rest')
  const paths = args.filter(arg => arg !== '--rest').map(path => path.replace(/^\.\//, ''))
  const option = paths.find(path => path.startsWith('-'))
  if (option !== undefined) throw new Error(`expected paths or --rest, got ${option}`)
  if (paths.length === 0) return files.filter(file => isOfAll(file) === isRest).sort()
  const named = files.filter(file => paths.some(path => file.startsWith(path)))
  return named.filter(file => !isRest || isOfAll(file)).sort()
}
