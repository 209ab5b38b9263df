/** Record: the rows of a run with machine and versions, printed, and written to bench/record/MACHINE/DATE.{csv,md}. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Definition, Row } from './definition.ts'
import { venvPython } from './venv.ts'

export interface Machine {
  /** Folder name: cores and processor, no host name. */
  readonly slug: string
  readonly lines: readonly string[]
}

/** This machine and the versions that matter. */
export function describeMachine(out: string): Machine {
  const model = (cpus()[0]?.model ?? 'unknown').trim()
  const cores = availableParallelism()
  const freeze = spawnSync(venvPython(out), ['-m', 'pip', 'freeze', '--disable-pip-version-check'])
  const peers = `${freeze.stdout ?? ''}`.trim().split('\n').filter(Boolean).join(', ')
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const name = model.toLowerCase().replace(/\(r\)|\(tm\)|@.*|processor|cpu/gu, '')
  return {
    slug: `${cores}x-${name.replace(/[^a-z0-9]+/gu, '-').replace(/^-|-$/gu, '')}`,
    lines: [
      `${cores} cores of ${model}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${process.platform} ${process.arch}`,
      `nearsame ${version}, Node ${process.versions.node}${peers === '' ? '' : `, ${peers}`}`,
      `load before the start: ${loadavg()[0].toFixed(1)}`,
    ],
  }
}

const columns = [
  'bench',
  'case',
  'wall s',
  'CPU s',
  'peak MB',
  'MB/s',
  'recall',
  'precision',
  'met',
  'note',
] as const

function cells(definition: Definition, row: Row): string[] {
  const fixed = (value: number | undefined, digits: number): string => value?.toFixed(digits) ?? ''
  const { usage } = row
  const peakMegabytes = usage && usage.peakBytes / 1e6
  return [
    definition.name,
    row.name,
    fixed(usage?.wallSeconds, 2),
    fixed(usage?.cpuSeconds, 2),
    fixed(peakMegabytes, 0),
    fixed(row.megabytesPerSecond, 0),
    fixed(row.recall, 4),
    fixed(row.precision, 4),
    row.met === undefined ? '' : row.met ? 'yes' : 'NO',
    row.note ?? '',
  ]
}

/** A row as one line for the terminal, without empty cells. */
export function rowLine(definition: Definition, row: Row): string {
  const filled = cells(definition, row).flatMap((cell, i) =>
    cell === '' || i < 2 ? [] : `${columns[i]} ${cell}`,
  )
  return `${definition.name} | ${row.name} | ${filled.join(' · ')}`
}

/** Writes both files. @returns the path of the Markdown one. */
export function writeRecord(
  machine: Machine,
  rows: readonly (readonly [Definition, Row])[],
  runs: number,
): string {
  const directory = new URL(`record/${machine.slug}/`, import.meta.url).pathname
  mkdirSync(directory, { recursive: true })
  const now = new Date().toISOString()
  const table = rows.map(([definition, row]) => cells(definition, row))
  const quoted = (cell: string): string => (/[",\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const base = join(directory, now.slice(0, 16).replace(':', ''))
  writeFileSync(`${base}.csv`, [columns, ...table].map(row => `${row.map(quoted).join(',')}\n`).join(''))
  const line = (row: readonly string[]): string =>
    `| ${row.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const head = [
    `# ${now.slice(0, 10)}`,
    '',
    ...machine.lines.map(words => `- ${words}`),
    `- median of ${runs} runs`,
    '',
  ]
  const body = [line(columns), line(columns.map(() => '---')), ...table.map(line)]
  writeFileSync(`${base}.md`, `${[...head, ...body].join('\n')}\n`)
  return `${base}.md`
}
