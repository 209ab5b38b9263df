/** Dialect: how the bytes of a file are read, as it was guessed, and controls that change it. */
import type { Preview } from '../data/runs.ts'

interface DialectProps {
  readonly preview: Preview
  readonly onChange: FormatProps['onChange']
}

const textFormats = {
  csv: 'CSV',
  tsv: 'TSV',
  json: 'JSON, a list',
  jsonl: 'JSON, a line each',
  txt: 'text, a line each',
}
const separators = { ',': 'comma ,', ';': 'semicolon ;', '\t': 'tab', '|': 'bar |' }
const quotes = { '"': 'double "', "'": "single '", none: 'none' }
const encodings = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Western Europe (windows-1252)',
  'iso-8859-2': 'Central Europe (iso-8859-2)',
  'windows-1251': 'Cyrillic (windows-1251)',
  'windows-1256': 'Arabic (windows-1256)',
  shift_jis: 'Japanese (shift_jis)',
  gb18030: 'Chinese (gb18030)',
  'utf-16le': 'UTF-16',
}

export function Dialect({ preview, onChange }: DialectProps) {
  const { name, format, encoding, delimiter, quote, sheet, sheets = [] } = preview
  const isText = format !== 'parquet' && format !== 'xlsx'
  return (
    <div class="row end">
      <div class="field grow">
        <span>File</span>
        <strong>
          <bdi>{name}</bdi> <span class="tag">{format}</span>
        </strong>
      </div>
      {isText ? <Format value={format} onChange={onChange} /> : null}
      {delimiter === undefined ? null : (
        <Guess
          name="Separator"
          value={delimiter}
          of={separators}
          onChange={value => onChange({ delimiter: value })}
        />
      )}
      {quote === undefined ? null : (
        <Guess name="Quote" value={quote} of={quotes} onChange={value => onChange({ quote: value })} />
      )}
      {isText ? (
        <Guess
          name="Encoding"
          value={encoding}
          of={encodings}
          onChange={value => onChange({ encoding: value })}
        />
      ) : null}
      {sheets.length > 1 ? (
        <Guess
          name="Sheet"
          value={sheet ?? sheets[0]}
          of={Object.fromEntries(sheets.map(each => [each, each]))}
          onChange={value => onChange({ sheet: value })}
        />
      ) : null}
    </div>
  )
}

interface FormatProps {
  /** Empty: none was found. */
  readonly value: string
  readonly onChange: (change: Readonly<Record<string, string | undefined>>) => void
}

/** What a file of text is, whatever its name says. */
export function Format({ value, onChange }: FormatProps) {
  return (
    <Guess
      name="Format"
      value={value}
      of={value === '' ? { '': '', ...textFormats } : textFormats}
      onChange={inputFormat => onChange({ inputFormat, delimiter: undefined, quote: undefined })}
    />
  )
}

interface GuessProps {
  readonly name: string
  readonly value: string
  /** Names of the values to choose from. */
  readonly of: Readonly<Record<string, string>>
  readonly onChange: (value: string) => void
}

function Guess({ name, value, of, onChange }: GuessProps) {
  const known = Object.hasOwn(of, value) ? of : { [value]: value, ...of }
  return (
    <label class="field">
      <span>{name}</span>
      <select value={value} onChange={event => onChange(event.currentTarget.value)}>
        {Object.entries(known).map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
