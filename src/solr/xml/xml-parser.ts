/** XML parser: well-formed XML that has all of its content in it. */
import { SaxesParser } from 'saxes'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

/**
 * A parser of well-formed XML without a DTD. The caller sets the event handlers.
 *
 * @param code code of the errors, which name a line and a column
 */
export function openXmlParser(code: 'SOLR_CONFIG' | 'SOLR_UPDATE'): SaxesParser {
  const parser = new SaxesParser({ position: true })
  parser.on('error', error => {
    throw new NearsameError(code, {
      expected: 'well-formed XML without a document type declaration',
      got: error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, ''),
      where: placeOf(parser),
      fix: 'correct the XML',
    })
  })
  parser.on('doctype', text => {
    // A name alone defines no entities.
    if (!/^\s*[^\s[]+\s*$/.test(text))
      throw unresolved(code, `<!DOCTYPE${text.replace(/\[.*$/s, '[…]')}>`, placeOf(parser))
  })
  return parser
}

/** The position of a parser, as messages name it. */
export function placeOf(parser: SaxesParser): string {
  return `line ${parser.line}, column ${parser.column + 1}`
}

/** @throws NearsameError for an element `xi:include`, whose content is in another file */
export function checkInclude(
  code: 'SOLR_CONFIG' | 'SOLR_UPDATE',
  name: string,
  href: string | undefined,
  where: string,
): void {
  if (href !== undefined && /(?:^|:)include$/.test(name))
    throw unresolved(code, `<${name} href="${href}">`, where)
}

function unresolved(code: 'SOLR_CONFIG' | 'SOLR_UPDATE', got: string, where: string): NearsameError {
  return new NearsameError(code, {
    expected: 'XML with all of its content in it, without a document type declaration or xi:include',
    got,
    where,
    fix: 'resolve it first, with `xmllint --noent --xinclude --dropdtd IN.xml > OUT.xml`',
  })
}
