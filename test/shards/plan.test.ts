/** Plans: the loop is run; the scripts for Slurm and Kubernetes are checked by the tools for them. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { Workshop } from '../cli/command.ts'
import { runProgram } from '../ground/child-program.ts'
import { pythonWith } from '../ground/python.ts'
import { launcher } from '../runtimes/build.ts'
import { crowdCorpus } from './shard-corpus.ts'

const shop = new Workshop()
const main = launcher()
// Its crowd is divided, so that the processes read shingles, too.
const inputs = crowdCorpus({ seed: 7, texts: 1500 }).map((content, file) => {
  shop.write(`part ${file}.jsonl`, content)
  return `part ${file}.jsonl`
})

async function plan(name: string): Promise<string> {
  const { status, out, err } = await shop.run('shard plan', ...inputs, '--for', name, '--threshold', '0.7')
  assert.equal(status, 0, err)
  return out
}

/** Whether shellcheck finds nothing in a script; skips the test without it. */
function checkShell(context: TestContext, name: string): void {
  const { status, error, stdout } = spawnSync('shellcheck', [name], { encoding: 'utf8' })
  if (error !== undefined && process.env.NEARSAME_REQUIRE !== 'all') context.skip('no shellcheck')
  else assert.equal(status, 0, stdout)
}

test('the loop decides what one machine decides, and does nothing a second time', async context => {
  shop.write('job.sh', await plan('loop'))
  checkShell(context, 'job.sh')
  const env = { ...process.env, NEARSAME: `${process.execPath} ${main}` }
  for (let run = 0; run < 2; run++) execFileSync('bash', ['job.sh'], { env, stdio: 'pipe' })
  await shop.dedupe(...inputs, '-o', 'one.jsonl', '--removed', 'removed.jsonl', '--threshold', '0.7')
  assert.ok(shop.names('job/shingles').length > 0)
  assert.equal(shop.read('kept/00000.jsonl') + shop.read('kept/00001.jsonl'), shop.read('one.jsonl'))
  const removed = [0, 1].map(shard => shop.read(`kept/0000${shard}.removed.jsonl`)).join('')
  assert.equal(removed, shop.read('removed.jsonl'))
})

test('the script for Slurm has no fault that shellcheck knows, and submits itself again', async context => {
  const script = await plan('slurm')
  shop.write('slurm.sh', script)
  checkShell(context, 'slurm.sh')
  assert.match(script, /sbatch --dependency="afterok:\$measured" "\$script" step/)
})

test('the jobs for Kubernetes fit its schema, and their scripts pass shellcheck', async context => {
  const python = await pythonWith(context, 'kubernetes-validate==1.37.0')
  if (python === undefined) return
  const yaml = await plan('kubernetes')
  shop.write('job.yaml', yaml)
  const { status, out } = await runProgram(python, ['-m', 'kubernetes_validate', '--strict', 'job.yaml'])
  assert.equal(status, 0, out)
  for (const name of ['sign.sh', 'drive.sh']) {
    const [, body = ''] = new RegExp(`^  ${name}: \\|\n((?:    .*\n|\n)+)`, 'm').exec(yaml) ?? []
    shop.write(name, `#!/usr/bin/env bash\n${body.replaceAll(/^ {4}/gm, '')}`)
    assert.match(shop.read(name), /shard sign/)
    checkShell(context, name)
  }
})
