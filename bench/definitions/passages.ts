/**
 * Passages: those of 50 tokens or more in `mid` (about 300 MB of JSONL) beside `dedupe` of the same file, memory for three
 * lengths, and `small` (about 30 MB) beside rensa, which finds near duplicates there, not passages.
 */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, type Definition, nearsame, peer, type Row, ratioRow } from '../definition.ts'
import { alternate, type Contender, type Usage, usageOf } from '../measure.ts'

/** Limits: CPU as a multiple of that of `dedupe`, wall as a share of that of rensa, memory in bytes a byte of the input. */
const mostCpu = 3
const mostWall = 0.8
const mostMemory = 1.5

/** A command that writes a new file: freeing the pages of an old one is not part of it. */
function contender(
  context: Context,
  name: string,
  command: 'dedupe' | 'passages',
  args: string[],
): Contender {
  const output = join(context.out, `${command}.jsonl`)
  const before = () => rmSync(output, { force: true })
  return { name, command: nearsame(command, ...args, '-o', output, '--force', '--quiet'), before }
}

function rowOf(name: string, usage: Usage, input: string): Row {
  return { name, usage, megabytesPerSecond: statSync(input).size / 1e6 / usage.wallSeconds }
}

function memoryRow(context: Context, input: string, least: number): Row {
  const { command } = contender(context, '', 'passages', [input, '--least', String(least)])
  const usage = usageOf(command)
  const perByte = usage.peakBytes / statSync(input).size
  const note = `${perByte.toFixed(2)} bytes a byte of the input; at most ${mostMemory} wanted`
  return { ...rowOf(`memory, --least ${least}`, usage, input), note, met: perByte <= mostMemory }
}

async function besideRensa(context: Context): Promise<Row[]> {
  const input = await context.corpusOf('small')
  const kept = join(context.out, 'passages.rensa.txt')
  const command = peer(context, 'rensa_kept.py', input, kept)
  if (command === undefined) return []
  const before = () => rmSync(kept, { force: true })
  const ours = contender(context, 'passages small', 'passages', [input, '--least', '50'])
  const [own, theirs] = alternate([ours, { name: 'rensa small', command, before }], context.runs)
  return [
    rowOf('passages small', own, input),
    rowOf('rensa small', theirs, input),
    ratioRow('wall against rensa', own.wallSeconds, theirs.wallSeconds, mostWall),
  ]
}

export const passages: Definition = {
  name: 'passages',
  about: `on mid, CPU at most ${mostCpu} times that of dedupe; on small, wall at most ${mostWall} of rensa's`,
  async run(context) {
    const input = await context.corpusOf('mid')
    const ours = contender(context, 'passages', 'passages', [input, '--least', '50'])
    const dedupe = contender(context, 'dedupe', 'dedupe', [input])
    const [own, theirs] = alternate([ours, dedupe], context.runs)
    return [
      rowOf('passages mid', own, input),
      rowOf('dedupe mid', theirs, input),
      ratioRow('CPU against dedupe', own.cpuSeconds, theirs.cpuSeconds, mostCpu),
      ...[13, 25, 50].map(least => memoryRow(context, input, least)),
      ...(await besideRensa(context)),
    ]
  },
}
