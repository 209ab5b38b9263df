/** Plans: the complete script of a job for a scheduler, which loops on `shard step`. */
import { isObjectUrl } from '../../files/io/objects/object-name.ts'
import { type PlannedJob, shellFunctions } from './shell.ts'

/** Steps and measures until all is decided, then writes: what is done on one machine. */
const decideAndWrite = `while true; do
  status=0
  step || status=$?
  [ "$status" -eq 0 ] && break
  [ "$status" -eq 4 ] || exit "$status"
  for pairs in "$(round)"/*.parquet; do measure "$pairs"; done
done
for shard in "\${!inputs[@]}"; do write "$shard"; done
`

/** One machine: a loop. */
function loop(job: PlannedJob): string {
  return `#!/usr/bin/env bash
# A job of nearsame on ${job.inputs.length} files, on one machine. Killed at any moment, it may be started again.
${shellFunctions(job)}
for shard in "\${!inputs[@]}"; do sign "$shard"; done
${decideAndWrite}`
}

/** Slurm: arrays of tasks; the step submits what follows it, itself included. */
function slurm(job: PlannedJob): string {
  return `#!/usr/bin/env bash
#SBATCH --job-name=nearsame
#SBATCH --ntasks=1
# A job of nearsame on ${job.inputs.length} files: \`bash job.sh\` submits it. The directory is on a shared file system.
script=\${JOB_SCRIPT:-$(realpath "$0")}
export JOB_SCRIPT=$script
${shellFunctions(job)}
last=$((\${#inputs[@]} - 1))
case \${1:-start} in
  start)
    signed=$(sbatch --parsable --array="0-$last" "$script" sign)
    sbatch --dependency="afterok:$signed" "$script" step
    ;;
  sign) sign "$SLURM_ARRAY_TASK_ID" ;;
  step)
    status=0
    step || status=$?
    if [ "$status" -eq 4 ]; then
      parts=("$(round)"/*.parquet)
      measured=$(sbatch --parsable --array="0-$((\${#parts[@]} - 1))" "$script" measure)
      sbatch --dependency="afterok:$measured" "$script" step
    elif [ "$status" -eq 0 ]; then
      sbatch --array="0-$last" "$script" write
    else
      exit "$status"
    fi
    ;;
  measure)
    parts=("$(round)"/*.parquet)
    measure "\${parts[$SLURM_ARRAY_TASK_ID]}"
    ;;
  write) write "$SLURM_ARRAY_TASK_ID" ;;
esac
`
}

/** Kubernetes: an indexed Job signs, one driver Job waits for it and does the rest on its node. */
function kubernetes(job: PlannedJob): string {
  const signing = `${shellFunctions(job)}
sign "$JOB_COMPLETION_INDEX"
`
  const driving = `${shellFunctions(job)}
until [ "$(find "$job/keys" -name '[0-9]*.parquet' | wc -l)" -eq "\${#inputs[@]}" ]; do sleep 5; done
${decideAndWrite}`
  const indented = (script: string) => script.replaceAll(/^(?=.)/gm, '    ')
  const count = job.inputs.length
  const packages = job.inputs.some(isObjectUrl) ? `${basePackages} @aws-sdk/client-s3` : basePackages
  const indexed = `  completionMode: Indexed\n  completions: ${count}\n  parallelism: ${Math.min(count, 64)}\n`
  return `# A job of nearsame on ${count} files: \`kubectl apply -f job.yaml\`. The claim \`corpus\` holds the inputs.
apiVersion: v1
kind: ConfigMap
metadata:
  name: nearsame-job
data:
  sign.sh: |
${indented(signing)}  drive.sh: |
${indented(driving)}---
${kubernetesJob('nearsame-sign', 'sign.sh', packages, indexed)}---
${kubernetesJob('nearsame-drive', 'drive.sh', packages)}`
}

/** What the containers install. */
const basePackages = 'nearsame @duckdb/node-api'

function kubernetesJob(name: string, script: string, packages: string, spec = ''): string {
  return `apiVersion: batch/v1
kind: Job
metadata:
  name: ${name}
spec:
${spec}  backoffLimit: 10
  template:
    spec:
      restartPolicy: OnFailure
      containers:
        - name: nearsame
          image: node:24
          workingDir: /corpus
          command: [bash, -c, "npm install --global ${packages} && bash /job/${script}"]
          env:
            - name: NEARSAME
              value: nearsame
          volumeMounts:
            - name: corpus
              mountPath: /corpus
            - name: job
              mountPath: /job
      volumes:
        - name: corpus
          persistentVolumeClaim:
            claimName: corpus
        - name: job
          configMap:
            name: nearsame-job
`
}

/** The plans, by the name of the scheduler. */
export const plans = { loop, slurm, kubernetes }
