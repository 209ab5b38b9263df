/**
 * Guides: what the helps show of each command beside its declared options. `-h` lists the options that its users need
 * most, `--help` all of them and ends with examples. Tests look up each option here, and run each example.
 */

interface Guide {
  /** Long flags without dashes; empty if `-h` lists all. */
  readonly most: readonly string[]
  /** Command lines without the name of the program. */
  readonly examples: readonly string[]
}

const guides: ReadonlyMap<string, Guide> = new Map(
  Object.entries({
    dedupe: guide(
      'output removed clusters report threshold keep method text id input-format memory plan force quiet json',
      'dedupe docs.jsonl -o kept.jsonl',
      'dedupe docs.jsonl more.jsonl -o kept.jsonl --threshold 0.9 --removed removed.jsonl',
      "dedupe people.csv -o kept.csv --method records --text '*' --golden merged.csv",
    ),
    pairs: guide(
      'output report threshold measure shingle method max-pairs text id input-format plan force quiet json',
      'pairs docs.jsonl -o pairs.csv',
      'pairs docs.jsonl -o pairs.csv --measure containment --threshold 0.9',
      "pairs people.csv -o pairs.csv --method records --text '*' --review review.csv",
    ),
    match: guide(
      'against output kept map one-to-one threshold method text id against-text input-format plan force quiet json',
      'match more.jsonl --against docs.jsonl -o pairs.csv --kept new.jsonl',
      "match people.csv --against customers.csv --map full_name=name -o pairs.csv --method records --text '*'",
    ),
    passages: guide(
      'output against kept removed report least unit cut text id input-format plan force quiet json',
      'passages docs.jsonl -o passages.jsonl --least 10',
      'passages docs.jsonl --kept cut.jsonl --unit lines',
      'passages docs.jsonl --against more.jsonl -o leaks.jsonl --least 8',
    ),
    explain: guide(
      'ids threshold measure shingle method text id input-format json',
      'explain docs.jsonl --ids a,b',
      'explain docs.jsonl --ids a,c --shingle chars:4 --json',
    ),
    sign: guide(
      'output method param shingle text id input-format plan force quiet json',
      'sign docs.jsonl -o signatures.jsonl',
      'sign docs.jsonl -o signatures.jsonl --method solr-md5',
    ),
    chain: guide(
      'config chain output schema refused keep listen forward input-format force quiet json',
      'chain --config solrconfig.xml docs.jsonl -o signed.jsonl',
      'chain --config solrconfig.xml --listen 8984 --forward http://localhost:8983/solr/dedupe',
    ),
    bulk: guide(
      'fields method target-field ignore-missing output listen forward force quiet json',
      'bulk bulk.ndjson --fields title,body --ignore-missing -o signed.ndjson',
      'bulk --fields title,body --listen 9201 --forward http://localhost:9200',
    ),
    shard: guide(
      '',
      'shard run docs.jsonl more.jsonl -o kept.jsonl --job job',
      'shard plan docs.jsonl more.jsonl --for loop',
    ),
    'shard sign': guide(
      'output shard threshold shingle method keep text id input-format memory force quiet',
      'shard sign docs.jsonl --shard 0 -o job/keys/00000.parquet',
      'shard sign more.jsonl --shard 1 -o job/keys/00001.parquet --quiet',
    ),
    'shard measure': guide(
      'output threshold shingle method keep text id input-format memory force quiet',
      'shard measure job/pairs/0001/00000.parquet docs.jsonl more.jsonl -o measures.parquet',
      'shard measure job/pairs/0001/00000.parquet docs.jsonl more.jsonl -o measures.parquet --threads 1 --quiet',
    ),
    'shard write': guide(
      'output removed clusters shard threshold shingle method keep text id input-format dry-run force quiet',
      'shard write job/decisions.parquet docs.jsonl --shard 0 -o kept-0.jsonl',
      'shard write job/decisions.parquet docs.jsonl more.jsonl --dry-run --clusters clusters.jsonl',
    ),
    'shard step': guide('', 'shard step job', 'shard step job --memory 2GB --json'),
    'shard run': guide(
      'on remote output removed clusters report job threshold keep text id input-format memory force quiet json',
      'shard run docs.jsonl more.jsonl -o kept.jsonl',
      'shard run docs.jsonl more.jsonl -o kept.jsonl --job strict --threshold 0.9 --report report.json',
    ),
    'shard sql': guide(
      'for job rounds threshold shingle cluster keep',
      'shard sql --for duckdb',
      'shard sql --for spark --rounds 3 --threshold 0.9',
    ),
    'shard plan': guide(
      'for threshold shingle cluster keep text id input-format',
      'shard plan docs.jsonl more.jsonl --for loop',
      'shard plan docs.jsonl more.jsonl --for slurm --threshold 0.9',
    ),
    index: guide('', 'index add news docs.jsonl', 'index check news more.jsonl', 'index stats news'),
    'index create': guide(
      'collection text threshold shingle method passages',
      'index create articles --threshold 0.9',
      'index create notes --text text --passages 20',
    ),
    'index add': guide(
      'collection on-duplicate threshold method text id input-format quiet',
      'index add news docs.jsonl',
      'index add news more.jsonl --on-duplicate reject --quiet',
    ),
    'index check': guide(
      'collection query except-same-id limit threshold text id input-format quiet',
      'index check news more.jsonl',
      "index check news --query 'A new library opens in the town hall' --threshold 0.8",
    ),
    'index remove': guide('', 'index remove news a', 'index remove news --ids ids.jsonl'),
    'index expire': guide('', 'index expire news', 'index expire news --before 2026-01-01'),
    'index stats': guide('', 'index stats news', 'index stats news --json'),
    'index check-integrity': guide('', 'index check-integrity news', 'index check-integrity news --quiet'),
    'index backup': guide('', 'index backup news news.tar', 'index backup news news-monday'),
    'index compact': guide('', 'index compact news', 'index compact news --collection default'),
    'index retrain': guide('', 'index retrain people', 'index retrain people --collection default'),
    'index get': guide('', 'index get news a', 'index get news a --id-type string'),
    'index pairs': guide('', 'index pairs news', 'index pairs news --max-pairs 1000'),
    'index clusters': guide('', 'index clusters news', 'index clusters news --min-documents 2'),
    'index changes': guide('', 'index changes news', 'index changes news --after 2 --quiet'),
    'index explain': guide('', 'index explain news --ids a,b', 'index explain news --ids a,b --json'),
    'index collapse': guide(
      'collection ids chains unknown text id input-format',
      'index collapse news --ids b,a',
      'index collapse news docs.jsonl',
    ),
    'index list': guide('', 'index list news', 'index list postgres://user:password@localhost/texts'),
    'index drop': guide('', 'index drop news', 'index drop news --collection default'),
    serve: guide(
      'data store host port log body-bytes requests-per-minute solr-config quiet',
      'serve --data news',
      'serve --data news --host 127.0.0.1 --port 9000',
    ),
    evaluate: guide('', 'evaluate pairs.csv truth.csv', 'evaluate pairs.csv truth.csv --json'),
    tune: guide(
      'sample plot threshold recall shingle measure text id input-format force quiet json',
      'tune docs.jsonl more.jsonl',
      'tune docs.jsonl more.jsonl --threshold 0.7 --recall 0.99 --plot recall.svg',
    ),
    odds: guide(
      'threshold recall bands rows trials agree plot json',
      'odds --threshold 0.8 --recall 0.99',
      'odds --bands 20 --rows 5 --plot odds.svg',
      'odds --trials 6 --agree 2 --hashes 4',
    ),
    methods: guide('', 'methods', 'methods records', 'methods minhash --json'),
    demo: guide('', 'demo', 'demo --copy sample'),
    completion: guide('', 'completion bash', 'completion zsh'),
  }),
)

function guide(most: string, ...examples: readonly string[]): Guide {
  return { most: most.split(' ').filter(Boolean), examples }
}

/** @param command its names without that of the program, such as `index add` */
export function guideOf(command: string): Guide {
  return guides.get(command) ?? { most: [], examples: [] }
}

/** The end of a help. @example examplesOf('completion') // => '\nExamples:\n  nearsame completion bash\n  nearsame completion zsh' */
export function examplesOf(command: string): string {
  const lines = guideOf(command).examples.map(line => `\n  nearsame ${line}`)
  return lines.length === 0 ? '' : `\nExamples:${lines.join('')}`
}
