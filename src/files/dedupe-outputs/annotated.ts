/** All records, each with fields that say what was decided. */
import { options, outputPath, type Resolved } from '../../ground/options/declare.ts'
import { conversionOf } from '../inputs/resolve/kept-format.ts'
import {
  annotationsOf,
  checkAnnotated,
  freeAnnotations,
  unannotatedFix,
  usualFields,
  writeDecided,
} from './annotations.ts'
import type { KeptOptions } from './kept.ts'
import type { DedupeOutput } from './output.ts'

const declared = options({
  annotated: outputPath({
    doc: 'all records with these fields; without --annotate: cluster,size,kind,probability',
  }),
})

export const annotatedOutput = {
  options: declared,
  isResult: true,
  notWithState: { annotated: 'which needs documents that earlier runs removed' },
  requested({ annotated, annotate }, { running }) {
    if (annotated === undefined) return undefined
    const annotations = annotationsOf(annotate ?? usualFields)
    return {
      path: annotated,
      recordsAs: set => conversionOf(set, annotated, true),
      check: ({ settings: { set } }) => checkAnnotated(set, annotated, running, unannotatedFix),
      async write(decided, path) {
        const added = annotate === undefined ? await freeAnnotations(decided.run, annotations) : annotations
        await writeDecided(decided, path, added, () => true)
      },
    }
  },
} satisfies DedupeOutput<Resolved<typeof declared> & KeptOptions>
