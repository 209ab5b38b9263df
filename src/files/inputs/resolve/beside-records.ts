/**
 * Files beside records that hold none: `_SUCCESS`, README.md and checksums, known by their names; and what programs
 * write about a dataset, such as `dataset_info.json`, known by name and content: one JSON object.
 *
 * Source: the files that `save_to_disk` of `datasets`, TensorFlow Datasets, Croissant, Frictionless and Kaggle write.
 */
import { basename } from 'node:path'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { knownForms, longStart } from '../../io/file-kind.ts'
import { isOneObject } from '../../io/json-start.ts'

const besideRecords = [
  /(?:^|\/)_[^/]*$/,
  /(?:^|\/)(?:readme|licen[cs]e|notice|changelog|citation)(?:\.[^/]*)?$/i,
  /(?:^|\/)(?:md5|sha\d+)sums?(?:\.txt)?$|\.(?:crc|md5|sha\d+)$/i,
]

export function isBeside(path: string): boolean {
  return besideRecords.some(name => name.test(path))
}

/** Names of descriptions of a dataset; of a name that others use, too, a field that each of them has. */
const descriptions: readonly (readonly [name: RegExp, field: RegExp])[] = [
  [/^dataset_infos?\.json$|^dataset_dict\.json$|^dataset-metadata\.json$/, /^/],
  [/^state\.json$/, /"_data_files"\s*:/],
  [/^features\.json$/, /"pythonClassName"\s*:/],
  [/^croissant\.json$/, /"@context"\s*:/],
  [/^datapackage\.json$/, /"resources"\s*:/],
]

/** Whether a file describes a dataset and holds none of its records. */
export function isDescription(path: string): boolean {
  if (!path.endsWith('.json')) return false
  const found = descriptions.find(([name]) => name.test(basename(path)))
  if (found === undefined) return false
  const { start } = longStart(path)
  return isOneObject(start) && found[1].test(start.toString('utf8'))
}

/** @param name of the file, as given */
export function onlyDescription(name: string): NearsameError {
  return new NearsameError('INPUT_FORMAT_UNKNOWN', {
    expected: knownForms,
    got: 'a description of a dataset, without its records',
    where: name,
    fix: 'name the files of its records or their directory, or the format of this file with `inputFormat`',
  })
}
