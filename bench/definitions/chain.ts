/** Chain: a million documents through Solr's update chain, and the memory of each additional document. */
import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Definition, nearsame, type Row } from '../definition.ts'
import { alternate } from '../measure.ts'

const counts = [100_000, 1_000_000] as const

const config = `<config>
  <updateRequestProcessorChain name="dedupe">
    <processor class="solr.SignatureUpdateProcessorFactory">
      <str name="signatureField">sig</str>
      <str name="fields">name_s,body_t</str>
    </processor>
    <processor class="solr.RunUpdateProcessorFactory"/>
  </updateRequestProcessorChain>
</config>`

/** Writes documents of about 110 bytes; one in ten has the name and body of an earlier one. */
function writeDocuments(path: string, count: number): void {
  const file = openSync(path, 'w')
  let lines = ''
  for (let i = 0; i < count; i++) {
    const content = i % 10 === 9 ? Math.floor(i / 3) : i
    lines += `{"id":"${i}","name_s":"name ${content}","body_t":"lorem ipsum ${content} dolor sit amet","n_i":${i % 997}}\n`
    if (lines.length < 1 << 20 && i + 1 < count) continue
    writeSync(file, lines)
    lines = ''
  }
  closeSync(file)
}

export const chain: Definition = {
  name: 'chain',
  isGenerated: true,
  about:
    'one million documents through the update chain; at most 250 bytes per document beyond the first 100,000',
  async run(context) {
    const configPath = join(context.out, 'chain.solrconfig.xml')
    writeFileSync(configPath, config)
    const contenders = counts.map(count => {
      const input = join(context.out, `chain.${count}.jsonl`)
      writeDocuments(input, count)
      const output = join(context.out, 'chain.out.jsonl')
      const command = nearsame('chain', '--config', configPath, input, '-o', output, '--force', '--quiet')
      return { name: `${count} documents`, command, bytes: statSync(input).size }
    })
    const usages = alternate(contenders, context.runs)
    const rows: Row[] = contenders.map(({ name, bytes }, i) => ({
      name,
      usage: usages[i],
      megabytesPerSecond: bytes / 1e6 / usages[i].wallSeconds,
    }))
    const slope = (usages[1].peakBytes - usages[0].peakBytes) / (counts[1] - counts[0])
    const note = `${slope.toFixed(0)} bytes per document; at most 250 wanted`
    return [...rows, { name: 'slope', note, met: slope <= 250 }]
  },
}
