/** The kept records, unchanged or with fields that say what was decided. */
import { options, outputPath, type Resolved, text } from '../../ground/options/declare.ts'
import { conversionOf } from '../inputs/resolve/kept-format.ts'
import { checkKept, openKept } from '../outputs/kept-records.ts'
import { annotationsOf, checkAnnotated, unannotatedFix, writeDecided } from './annotations.ts'
import type { DedupeOutput } from './output.ts'

const declared = options({
  output: outputPath({
    short: 'o',
    unlessDry: true,
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
      recordsAs: set =>
        output === undefined ? undefined : conversionOf(set, output, annotations !== undefined),
      async check({ settings: { set } }) {
        if (annotations === undefined) await checkKept(set, output, running, true)
        else if (output !== undefined) await checkAnnotated(set, output, running, unannotatedFix)
      },
      ...(annotations === undefined
        ? { open: (run, path) => openKept(run, run.settings.set, path) }
        : {
            write: (decided, path) => writeDecided(decided, path, annotations, decided.isKept),
          }),
    }
  },
} satisfies DedupeOutput<KeptOptions>
