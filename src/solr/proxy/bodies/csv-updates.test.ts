/** CSV against the documents and messages of Solr 9.10.1. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CsvUpdates } from './csv-updates.ts'

/** The documents, or those before the fault and its message. */
function read(text: string, query = '', pieceLength = 1e6): unknown[] {
  const documents: unknown[] = []
  try {
    const updates = new CsvUpdates(new URLSearchParams(query))
    const take = (commands: ReturnType<CsvUpdates['push']>) => {
      for (const { document } of commands)
        documents.push(document.fields.map(({ name, value }) => `${name}=${value}`).join(' '))
    }
    for (let at = 0; at < text.length; at += pieceLength)
      take(updates.push(text.slice(at, at + pieceLength)))
    take(updates.end())
  } catch (error) {
    documents.push((error as Error).message)
  }
  return documents
}

const noLine = "CSVLoader: input=null, line=1,can't read line: 1\n\tvalues={NO LINES AVAILABLE}"

function fewValues(line: number): string {
  return `CSVLoader: input=null, line=${line},expected 2 values but got 1\n\tvalues={'2',}`
}

/** Text, parameters, Solr's result. */
const observed: readonly [text: string, query: string, found: readonly unknown[]][] = [
  ['id,a\n1,x\n\n2,y\n', '', ['id=1 a=x', 'id=2 a=y']],
  ['id,a\r\n1,x\r\n2,y', '', ['id=1 a=x', 'id=2 a=y']],
  ['id,a\n1,x\ry\n2,y', '', ['id=1 a=x\ry', 'id=2 a=y']],
  [
    'id,a\n1,"a ""b"" c"\n2,"x,y"\n3,"l1\nl2"\n4,""\n5, sp \n',
    '',
    ['id=1 a=a "b" c', 'id=2 a=x,y', 'id=3 a=l1\nl2', 'id=4', 'id=5 a= sp '],
  ],
  ['id,a\n6,a"b\n7, "q" \n', '', ['id=6 a=a"b', 'id=7 a= "q" ']],
  ['id,a\n1,"a" \n', '', ['id=1 a=a']],
  ['id,a\n1,"a"x\n', '', [noLine]],
  ['id,a\n1,"a', '', [noLine]],
  [
    'id,a\n1,a\n2\n3,c',
    '',
    ['id=1 a=a', "CSVLoader: input=null, line=2,expected 2 values but got 1\n\tvalues={'2',}"],
  ],
  [
    'id,a\n1,"a\nb"\n2\n',
    '',
    ['id=1 a=a\nb', "CSVLoader: input=null, line=3,expected 2 values but got 1\n\tvalues={'2',}"],
  ],
  [
    'id,a\n1,a,b\n',
    '',
    ["CSVLoader: input=null, line=1,expected 2 values but got 3\n\tvalues={'1','a','b',}"],
  ],
  ['id, a\n1,x\n', '', ['id=1  a=x']],
  ['id,\n1,x\n', '', ['id=1']],
  ['id,c,c\n1,a,b\n', '', ['id=1 c=a c=b']],
  ['"id","a"\n1,x\n', '', ['id=1 a=x']],
  ['id,a', '', []],
  ['', '', ['Expected fieldnames in CSV input']],
  ['\n', '', ['Expected fieldnames in CSV input']],
  ['id;a\n1;x\n', 'separator=;', ['id=1 a=x']],
  ['id\ta\n1\tx\n', 'separator=%09', ['id=1 a=x']],
  ['id\ta\n', 'separator=\\t', ["Invalid separator:'\\t'"]],
  ['1,x\n', 'fieldnames=id,a', ['id=1 a=x']],
  ['p,q\n1,x\n', 'fieldnames=id,a&header=true', ['id=1 a=x']],
  ['p,q\n1,x\n', 'fieldnames=id,a&header=false', ['id=p a=q', 'id=1 a=x']],
  ['p,q\n', 'header=false', ['CSVLoader: must specify fieldnames=<fields>* or header=true']],
  ['id,a\n1,\n2,""\n', 'keepEmpty=true', ['id=1 a=', 'id=2 a=']],
  ['id,a\n1,x\\ny\n', '', ['id=1 a=x\\ny']],
  ['id,a\n1,\n', 'header=on&keepEmpty=yes', ['id=1 a=']],
  ['id,a\n1,\n', 'keepEmpty=bogus', ['invalid boolean value: bogus']],
  ['id,a\n1,\n', 'header=', ['invalid boolean value: ']],
  ['"p\nq",x\n1,x\n', 'fieldnames=id,a&header=on', ['id=q" a=x', 'id=1 a=x']],
  ['\n1,x\n', 'fieldnames=id,a&header=true', ['id=1 a=x']],
  ['p,q\r1,x\n2', 'fieldnames=id,a&header=true', ['id=1 a=x', fewValues(1)]],
  ['p,q\r\n1,x\r\n\r\n2', 'fieldnames=id,a&header=true', ['id=1 a=x', fewValues(1)]],
  ['p,q', 'fieldnames=id,a&header=true', []],
  ['', 'fieldnames=id,a&header=true', []],
  ['id,a\n1,x\n\n\n2', '', ['id=1 a=x', fewValues(2)]],
]

test("gives Solr's documents and messages, however the text is cut", () => {
  for (const [text, query, found] of observed) {
    for (const pieceLength of [1e6, 1, 3])
      assert.deepEqual(read(text, query, pieceLength), found, `${text} ${query}`)
  }
})

test('two quotes within a value that is not quoted are text, and do not join rows', () => {
  for (const pieceLength of [1e6, 1])
    assert.deepEqual(read('id,a\n1,a""b\n2,c\n', '', pieceLength), ['id=1 a=a""b', 'id=2 a=c'])
})

test('refuses parameters with which Solr would index other values', () => {
  for (const query of [
    'f.a.map=x:y',
    'f.a.trim=true',
    'literal.b=x',
    'map=a:b',
    'trim=true',
    'rowid=id',
    'escape=%5C',
  ]) {
    const [name] = query.split('=')
    const problem = `CSV with the parameter ${name} cannot be signed: send the values as Solr stores them`
    assert.deepEqual(read('id\n1\n', query), [problem])
  }
})
