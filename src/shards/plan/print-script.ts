/** Prints a script of statements, with the commands between them as comments. */
import type { ResultOptions } from '../../methods/options/result-options.ts'
import { checkSupported } from '../processes/supported.ts'
import { sqlJob } from '../rounds/job.ts'
import { duckdb } from '../sql/duckdb.ts'
import { type ScriptSection, scriptSections } from '../sql/script.ts'
import { spark } from '../sql/spark.ts'

/** The text of a script. @throws NearsameError OPTION_VALUE */
export function printScript(
  engine: 'duckdb' | 'spark',
  result: ResultOptions,
  shape: Parameters<typeof scriptSections>[1],
): string {
  checkSupported(result)
  const dialect = engine === 'duckdb' ? duckdb : spark(`${shape.directory}/tables`)
  return scriptSections(sqlJob(dialect, result), shape).map(printSection).join('\n')
}

function printSection({ title, statements, measure }: ScriptSection): string {
  const after =
    measure === undefined
      ? ''
      : `\n-- Then: nearsame shard measure ${measure.pairs} INPUT... -o ${measure.measures}\n`
  return `-- ${title}\n\n${statements.map(statement => `${statement};\n`).join('\n')}${after}`
}
