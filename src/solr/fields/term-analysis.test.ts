/** Analyses, each with the documents that a real Solr 9.10 kept with it in the signature field. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schema as recorded } from '../../../test/solr/solr-requests.ts'
import { updateChain } from '../chain/update-chain.ts'
import { readUpdateText } from '../read-updates.ts'
import { parseSolrSchema } from './schema.ts'

/** Whether signatures stay unchanged in a field whose type has these analysers. */
function stays(content: string, className = 'solr.TextField'): boolean | undefined {
  const type = `<fieldType name="t" class="${className}">${content}</fieldType>`
  return parseSolrSchema(`<schema version="1.6"><field name="sig" type="t"/>${type}</schema>`).field('sig')
    ?.isTerm
}

const tokenizer = (attributes: string) => `<tokenizer ${attributes}/>`
const keyword = tokenizer('class="solr.KeywordTokenizerFactory"')
const letter = tokenizer('name="letter"')
const analyzer = (steps: string, attributes = '') => `<analyzer${attributes}>${steps}</analyzer>`

test('tokenizers that find one word keep it, up to their maximum length', () => {
  for (const name of ['keyword', 'Whitespace', 'standard', 'classic', 'uax29UrlEmail'])
    assert.equal(stays(analyzer(tokenizer(`name="${name}"`))), true, name)
  assert.equal(stays(analyzer(tokenizer('class="solr.StandardTokenizerFactory"'))), true)
  assert.equal(stays(analyzer(tokenizer('name="standard" maxTokenLength="20"'))), false)
  assert.equal(stays(analyzer(tokenizer('name="whitespace" maxTokenLen="20"'))), false)
  assert.equal(stays(analyzer(tokenizer('name="keyword" maxTokenLen="20"'))), true)
  for (const name of ['letter', 'nGram', 'pattern', 'somebodys'])
    assert.equal(stays(analyzer(tokenizer(`name="${name}"`))), false, name)
})

test('filters keep it unless they can change digits or the letters a to f', () => {
  const filtered = (attributes: string) => stays(analyzer(`${keyword}<filter ${attributes}/>`))
  const harmless = [
    'class="solr.LowerCaseFilterFactory"',
    'name="LowerCase"',
    'class="solr.RemoveDuplicatesTokenFilterFactory"',
    'name="stop" ignoreCase="true"',
    'class="org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilterFactory"',
    'name="length" min="2" max="100"',
    'name="truncate" prefixLength="40"',
  ]
  for (const attributes of harmless) assert.equal(filtered(attributes), true, attributes)
  const harmful = [
    'name="uppercase"',
    'name="porterStem"',
    'name="germanNormalization"',
    'name="scandinavianFolding"',
    'name="length" min="2" max="20"',
    'name="length" min="17" max="100"',
    'name="truncate" prefixLength="5"',
    'name="wordDelimiterGraph"',
    'class="com.example.LowerCaseOrNotFilterFactory"',
  ]
  for (const attributes of harmful) assert.equal(filtered(attributes), false, attributes)
  assert.equal(stays(analyzer(`<charFilter name="htmlStrip"/>${keyword}`)), true)
  assert.equal(stays(analyzer(`<charFilter name="mapping" mapping="m.txt"/>${keyword}`)), false)
})

test('the last index analyser counts; without one the text is the term', () => {
  assert.equal(stays(''), true)
  assert.equal(stays('', 'solr.SortableTextField'), true)
  const [index, query] = [' type="index"', ' type="query"']
  assert.equal(stays(analyzer(keyword, query)), true)
  assert.equal(stays(analyzer(letter, query)), false)
  assert.equal(stays(analyzer(keyword, index) + analyzer(letter, query)), true)
  assert.equal(stays(analyzer(keyword, query) + analyzer(letter, index)), false)
  assert.equal(stays(analyzer(keyword) + analyzer(letter, ' type="multiterm"')), true)
  assert.equal(stays(analyzer(keyword) + analyzer(letter, index)), false)
  assert.equal(stays(analyzer(keyword, index) + analyzer(letter)), false)
  assert.equal(stays(analyzer(letter, index) + analyzer(keyword)), true)
  assert.equal(stays(analyzer(letter) + analyzer(keyword)), true)
})

test('ready-made analysers are known by class; types other than texts and strings change it', () => {
  const ready = (name: string) => stays(analyzer('', ` class="org.apache.lucene.analysis.${name}"`))
  for (const name of ['core.KeywordAnalyzer', 'core.WhitespaceAnalyzer', 'standard.StandardAnalyzer'])
    assert.equal(ready(name), true, name)
  for (const name of ['core.SimpleAnalyzer', 'en.EnglishAnalyzer']) assert.equal(ready(name), false, name)
  for (const name of ['solr.BoolField', 'solr.LongPointField']) assert.equal(stays('', name), false, name)
})

test('documents with such a field stay, and safe accepts it', () => {
  const schema = parseSolrSchema(recorded)
  assert.equal(schema.field('sig_text')?.isTerm, true)
  const settings = { fields: 'body_t', signatureField: 'sig_text' }
  const chain = updateChain(settings, { schema, keepsState: true, compatibility: 'safe' })
  const take = (id: string, body_t: string) =>
    chain.take({
      kind: 'add',
      document: {
        fields: Object.entries({ id, body_t }).map(([name, value]) => ({ name, value })),
        children: [],
      },
      overwrite: undefined,
      commitWithin: undefined,
    })
  for (const [id, text] of ['p', 'q', 'p'].entries()) take(String(id), text)
  assert.deepEqual(chain.survivors(), Uint32Array.of(1, 2))
})

test('documents with another field are lost, unless overwriting is off', () => {
  const settings = { fields: 'body_t', signatureField: 'sig_text_broken' }
  const left = (overwrite: boolean) => {
    const chain = updateChain(settings, { schema: parseSolrSchema(recorded), keepsState: true, overwrite })
    for (const command of readUpdateText('[{"id":"1","body_t":"p"},{"id":"1","body_t":"q"}]'))
      chain.take(command)
    return chain.survivors()
  }
  assert.deepEqual(left(true), new Uint32Array())
  assert.deepEqual(left(false), Uint32Array.of(0, 1))
})
