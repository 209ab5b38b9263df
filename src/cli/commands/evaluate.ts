import { Command } from 'commander'
import type { FlagValues } from '../command/command-options.ts'
import { pathOf } from '../command/run-options.ts'
import { printCount, printMeasure, table } from '../terminal/figures.ts'
import type { Context } from '../terminal/terminal.ts'

/** `nearsame evaluate PREDICTED TRUTH [--labelled F] [--cross RECORDS]` */
export function evaluateCommand({ terminal }: Context): Command {
  return new Command('evaluate')
    .description('Computes precision, recall and F1 of predicted pairs against true ones.')
    .argument('<predicted>', 'pairs file (CSV, .jsonl or .parquet)')
    .argument('<truth>', 'the true pairs')
    .option('--labelled <file>', 'judge only the pairs in this file')
    .option(
      '--cross <records>',
      'count only predicted pairs whose records have different `source` fields in this file (JSONL)',
    )
    .option('--json', 'as JSON')
    .action(async (predicted: string, truth: string, values: FlagValues) => {
      const { evaluateFiles } = await import('../../files/jobs/evaluate-files.ts')
      const evaluation = await evaluateFiles({
        predicted,
        truth,
        labelled: pathOf(values, 'labelled'),
        cross: pathOf(values, 'cross'),
      })
      if (values.json) {
        terminal.out(`${JSON.stringify(evaluation, null, 2)}\n`)
        return
      }
      const { precision, recall, f1, trueFound } = evaluation
      const found = printCount(trueFound)
      terminal.out(
        table(
          [
            [
              'precision',
              printMeasure(precision),
              `${found} of ${printCount(evaluation.predicted)} predicted are true`,
            ],
            [
              'recall',
              printMeasure(recall),
              `${found} of ${printCount(evaluation.truth)} true ones are predicted`,
            ],
            ['F1', printMeasure(f1), ''],
          ],
          'lrl',
        ),
      )
    })
}
