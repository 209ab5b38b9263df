/** The kept records, unchanged or with fields that say what was decided. */
import { options, outputPath, type Resolved, text } from '../../ground/options/declare.ts'
import { checkUnconverted, conversionOf } from '../io/inputs/kept-format.ts'
import { checkKept, openKept } from '../outputs/kept-records.ts'
import { annotationsOf, checkAnnotated, unannotatedFix, writeDecided } from './annotations.ts'
import type { DedupeOutput } from './output.ts'

const declared = options({
  output: outputPath({
    short: 'o',
    doc: 'the kept records, in the format of the input or of this name; DIR/: a file for each input',
  }),
  annotate: text({
    placeholder: 'value=field,...',
    default: undefined,
    doc: 'fields for the kept records: cluster=c,size=n,kind=k,probability=p; or similarity',
  }),
})

export type KeptOptions = Resolved<typeof declared>

export const keptOutput = {
  options: declared,
  notWithState: { annotate: 'which needs documents that earlier runs removed' },
  requested({ output, annotate }: KeptOptions, { running }) {
    const annotations = annotate === undefined ? undefined : annotationsOf(annotate)
    return {
      path: output,
      isSkippedDry: true,
      holdsRecords: true,
      async check({ settings: { converts, set } }) {
        if (output !== undefined && !converts && conversionOf(set, output) !== undefined)
          checkUnconverted(
            set,
            output,
            'kept records that get fields, or are written beside annotated ones',
          )
        if (annotations !== undefined) checkAnnotated(set.format, [output], unannotatedFix)
        await checkKept(set, output, running, annotations === undefined)
      },
      ...(annotations === undefined
        ? { open: (run, path) => openKept(run, run.settings.set, path) }
        : {
            write: (decided, path) => writeDecided(decided, path, annotations, decided.isKept),
          }),
    }
  },
} satisfies DedupeOutput<KeptOptions>
