import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { nearsame } from './recording-terminal.ts'

test('shows the bands that runs use between their neighbours', async () => {
  const { status, out, err } = await nearsame('odds', '--similarities', '0.9,0.8,0.5')
  assert.deepEqual({ status, err }, { status: 0, err: '' })
  assert.equal(
    out,
    `probability that a pair becomes a candidate, by its Jaccard similarity (columns: bands x rows, shared)

           42 x 3, 1  32 x 4, 3  * 25 x 5, 3  21 x 6, 1  18 x 7, 1
      0.9    100.0 %     99.9 %       99.9 %     99.9 %     99.9 %
      0.8     99.9 %     99.9 %       99.6 %     99.8 %     98.6 %
      0.5     99.6 %     32.3 %        4.2 %     28.2 %     13.2 %
  50 % at      0.254      0.536        0.638      0.565      0.626

  * used by runs: reaches the recall with the fewest false candidates
`,
  )
})

test('for given bands, shows the curve of runs as the page of the method prints it', async () => {
  const shape = ['--bands', '25', '--rows', '5', '--agree', '3']
  const { out } = await nearsame('odds', ...shape, '--json', '--similarities', '0.8,0.5')
  const { columns, probabilities } = JSON.parse(out)
  assert.deepEqual(columns, [{ bands: 25, rows: 5, agree: 3 }])
  assert.deepEqual(
    probabilities.map(([cell]: [number]) => cell.toFixed(4)),
    ['0.9959', '0.0420'],
  )
  assert.match((await nearsame('odds', ...shape)).out, /\* 25 x 5, 3/)
})

test('one shared band is enough by default if bands are given', async () => {
  const table = [
    [14, 8, '0.05 0.92'],
    [20, 5, '0.47 1.00'],
    [8, 16, '0.00 0.20'],
  ] as const
  for (const [bands, rows, cells] of table) {
    const shape = ['--bands', String(bands), '--rows', String(rows)]
    const { out } = await nearsame('odds', ...shape, '--similarities', '0.5,0.8', '--json')
    const found = JSON.parse(out).probabilities.map(([cell]: [number]) => cell.toFixed(2))
    assert.equal(found.join(' '), cells)
  }
})

// The table in the search engine's manual that defines the rule of the trials.
const published = `
98 99.9 99.7 99.6 99.3 98.8 98.2
95 95.8 92.4 87.9 82.4 76.2 69.7
92 81.6 71.3 60.4 49.8 40.0 31.7
90 67.8 54.1 41.5 30.9 22.4 15.9
85 33.7 20.5 12.0  6.8  3.7  2.0`

test('gives the published table of repeated trials, to one unit of its last digit', async () => {
  const rows = published
    .trim()
    .split('\n')
    .map(line => line.split(/\s+/).map(Number))
  const similarities = rows.map(row => row[0] / 100).join()
  const { out } = await nearsame('odds', '--trials', '6', '--similarities', similarities, '--json')
  const { kind, columns, probabilities } = JSON.parse(out)
  assert.equal(kind, 'trials')
  assert.deepEqual(columns[2], { trials: 6, agree: 2, hashes: 14 })
  for (const [row, [, ...cells]] of rows.entries()) {
    for (const [column, cell] of cells.entries()) {
      assert(Math.abs(100 * probabilities[row][column] - cell) < 0.11, `${row},${column}: ${cell}`)
    }
  }
})

test('JSON names the column that runs use, or none for trials and other bands', async () => {
  const chosen = async (...args: string[]) => JSON.parse((await nearsame('odds', ...args, '--json')).out)
  const { chosen: column, columns } = await chosen('--threshold', '0.9')
  const { bands, rows, agree } = columns[column]
  const terminal = (await nearsame('odds', '--threshold', '0.9')).out
  assert.ok(terminal.includes(`* ${bands} x ${rows}, ${agree} `), terminal)
  assert.equal((await chosen('--bands', '10', '--rows', '4')).chosen, null)
  assert.equal((await chosen('--trials', '6')).chosen, null)
})

test('crosses the given bands with the given rows', async () => {
  const { out } = await nearsame('odds', '--bands', '10,20', '--rows', '4,5', '--json')
  assert.deepEqual(
    JSON.parse(out).columns.map((shape: { bands: number; rows: number }) => [shape.bands, shape.rows]),
    [
      [10, 4],
      [10, 5],
      [20, 4],
      [20, 5],
    ],
  )
})

test('refuses impossible shapes and goals that no bands reach', async () => {
  for (const [args, says] of [
    [['--bands', '0'], /OPTION_VALUE: expected --bands to be a list, each a whole number/],
    [['--rows', '5,x'], /OPTION_VALUE: expected --rows/],
    [['--similarities', '1.5'], /OPTION_VALUE: expected --similarities/],
    [['--threshold', '0.01', '--recall', '0.99'], /BANDS_UNREACHABLE/],
    [['--trials', '2', '--agree', '3'], /OPTION_VALUE: expected --agree to be at most --trials/],
    [['--bands', '9,2', '--agree', '3'], /OPTION_VALUE: expected --agree to be at most --bands, 2, got 3/],
    [
      ['--agree', '3'],
      /OPTION_VALUE: expected --agree to be given with --bands or --rows or --trials, got "3"/,
    ],
    [['--hashes', '3'], /OPTION_VALUE: expected --hashes to be given with --trials/],
    [
      ['--trials', '6', '--bands', '3'],
      /OPTION_VALUE: expected --bands to be given without --trials, got "3"/,
    ],
    [['--trials', '6', '--recall', '0.9'], /OPTION_VALUE: expected --recall to be given without --trials/],
  ] as const) {
    const { status, err } = await nearsame('odds', ...args)
    assert.match(err, says)
    assert.equal(status, 2)
  }
})

test('draws the curves, and does not overwrite a picture unless forced', async () => {
  const directory = temporaryFolder()
  const picture = join(directory, 'odds.svg')
  assert.equal((await nearsame('odds', '--plot', picture)).status, 0)
  const svg = readFileSync(picture, 'utf8')
  assert.equal(svg.match(/<polyline/g)?.length, 5)
  assert.match(svg, /^<svg [^>]+>\n.*<\/svg>\n$/s)
  const again = await nearsame('odds', '--plot', picture)
  assert.deepEqual([again.status, again.out], [2, ''])
  assert.match(again.err, /OUTPUT_EXISTS/)
  assert.equal((await nearsame('odds', '--plot', picture, '--force')).status, 0)
})

test('the error of a picture without room on the disk names no option that the command lacks', {
  skip: existsSync('/dev/full') ? false : 'there is no /dev/full',
}, async () => {
  const { status, err } = await nearsame('odds', '--plot', '/dev/full')
  assert.equal(status, 1)
  assert.match(err, /^nearsame: DISK_FULL: .+\. To fix: free some space, or write to another disk\.\n$/)
})
