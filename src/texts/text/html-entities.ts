/**
 * HTML entities: the names that HTML 4 has for characters, and six of them in capitals, as Lucene knows them.
 *
 * Source: HTML 4.01, section 24; the list of Lucene 9.12.
 */

/** Code of the first character, then names of consecutive ones: `-` for one without, `|` between two of one. */
const runs = `
  20 nbsp - quot|QUOT; 26 amp|AMP apos; 3c lt|LT - gt|GT; a1 iexcl cent pound curren yen brvbar sect uml copy|COPY
  ordf laquo not shy reg|REG macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12
  frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc
  Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave
  aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve
  oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml; 152 OElig oelig; 160 Scaron
  scaron; 178 Yuml; 192 fnof; 2c6 circ; 2dc tilde; 391 Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa
  Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega; 3b1 alpha beta gamma delta epsilon zeta
  eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega; 3d1 thetasym
  upsih; 3d6 piv; 2002 ensp emsp; 2009 thinsp; 200c zwnj zwj lrm rlm; 2013 ndash mdash; 2018 lsquo rsquo sbquo -
  ldquo rdquo bdquo - dagger Dagger bull; 2026 hellip; 2030 permil - prime Prime; 2039 lsaquo rsaquo; 203e oline;
  2044 frasl; 20ac euro; 2111 image; 2118 weierp; 211c real; 2122 trade; 2135 alefsym; 2190 larr uarr rarr darr
  harr; 21b5 crarr; 21d0 lArr uArr rArr dArr hArr; 2200 forall - part exist - empty - nabla isin notin - ni; 220f
  prod - sum minus; 2217 lowast; 221a radic; 221d prop infin - ang; 2227 and or cap cup int; 2234 there4; 223c
  sim; 2245 cong; 2248 asymp; 2260 ne equiv; 2264 le ge; 2282 sub sup nsub - sube supe; 2295 oplus - otimes; 22a5
  perp; 22c5 sdot; 2308 lceil rceil lfloor rfloor; 2329 lang rang; 25ca loz; 2660 spades; 2663 clubs - hearts
  diams`

export type Entities = ReadonlyMap<string, string>

let known: Entities | undefined

/** Characters by name. */
export function entities(): Entities {
  known ??= new Map(
    runs.split(';').flatMap(run => {
      const [first, ...names] = run.trim().split(/\s+/)
      return names.flatMap((both, i) => {
        const character = String.fromCharCode(Number.parseInt(first, 16) + i)
        if (both === '-') return []
        return both.split('|').map((name): [string, string] => [name, character])
      })
    }),
  )
  return known
}
