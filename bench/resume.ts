/**
 * Resume: how much work is done twice when `dedupe --resume` is killed at random moments and run again.
 *
 *     node bench/resume.ts INPUT.jsonl KILLS [OPTION...]
 *
 *     twice = (CPU of the killed run + CPU of the one that resumes - CPU of a start) / CPU of an undisturbed run - 1
 *
 * The moment of a kill is a share of the CPU seconds of the undisturbed run, also with `--resume`. Each result must have
 * the same bytes. Needs Linux and `npm run build`; prints a line for each kill, then the mean and the greatest share.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Random } from './random.ts'

const command = [process.execPath, new URL('../bin/nearsame.js', import.meta.url).pathname]
const measure = new URL('measure.py', import.meta.url).pathname
/** CPU times in /proc are in hundredths of a second. */
const ticksPerSecond = 100

const [input, kills = '', ...options] = process.argv.slice(2)
if (input === undefined || !(Number(kills) >= 1))
  throw new Error('usage: node bench/resume.ts INPUT KILLS [OPTION...]')
const folder = mkdtempSync(join(tmpdir(), 'nearsame-resume-'))
const kept = join(folder, 'kept.jsonl')

function args(path: string): string[] {
  return ['dedupe', path, '-o', kept, '--temp', folder, '--force', '--quiet', '--resume', ...options]
}

/** Runs to the end. @returns CPU seconds */
function whole(path: string): number {
  const { output } = spawnSync('python3', [measure, ...command, ...args(path)], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  const { status, cpuSeconds } = JSON.parse(`${output[3]}`)
  if (status !== 0) throw new Error(`status ${status}`)
  return cpuSeconds
}

function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) / ticksPerSecond
}

/** Runs until it has used a number of CPU seconds. @returns CPU seconds; undefined if it ended before */
async function killedAfter(seconds: number): Promise<number | undefined> {
  const child = spawn(command[0] as string, [...command.slice(1), ...args(input as string)], {
    stdio: 'ignore',
  })
  const ended = new Promise<number | null>(done => child.on('close', status => done(status)))
  let used = 0
  const timer = setInterval(() => {
    try {
      used = cpuOf(child.pid as number)
    } catch {} // it has just ended
    if (used >= seconds) child.kill('SIGKILL')
  }, 5)
  const status = await ended
  clearInterval(timer)
  return status === 0 ? undefined : used
}

const digestOfKept = () => createHash('sha256').update(readFileSync(kept)).digest('hex')
const tiny = join(folder, 'tiny.jsonl')
writeFileSync(tiny, '{"id":1,"text":"a start costs this much"}\n')
const start = (whole(tiny) + whole(tiny)) / 2
const undisturbed = whole(input)
const wanted = digestOfKept()
console.log(`start ${start.toFixed(2)} s, undisturbed ${undisturbed.toFixed(2)} s of CPU`)
const random = new Random(Date.now(), 35)
const shares: number[] = []
while (shares.length < Number(kills)) {
  rmSync(kept, { force: true })
  const at = random.unit() * undisturbed
  const before = await killedAfter(at)
  if (before === undefined) continue
  const after = whole(input)
  if (digestOfKept() !== wanted) throw new Error(`other bytes, killed after ${at} s`)
  const twice = (before + after - start) / undisturbed - 1
  shares.push(twice)
  console.log(
    `killed after ${before.toFixed(2)} s, then ${after.toFixed(2)} s: ${(100 * twice).toFixed(1)} % twice`,
  )
}
const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
const most = Math.max(...shares)
console.log(
  `${shares.length} kills: ${(100 * mean).toFixed(1)} % on average, ${(100 * most).toFixed(1)} % at most`,
)
rmSync(folder, { recursive: true, force: true })
