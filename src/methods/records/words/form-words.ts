/**
 * Form words: words of a name that do not tell it from others, such as the form of a company or the title of a person;
 * and version words, which name another version of one thing.
 *
 * Company forms: the abbreviations of ISO 20275 that are common in English, French, German, Italian, Spanish, Dutch and
 * the Nordic languages. Ours: the titles and versions.
 */
const listed = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** In lower case. */
export const formWords = listed(
  'inc incorporated ltd limited llc llp plc corp corporation co company gmbh ag kg kgaa ohg gbr ug ev eg se ' +
    'sa sas sarl srl spa sl nv bv ab oy oyj as asa aps pty and the ' +
    'mr mrs ms miss dr prof herr frau mme sig sra',
)

/** Of music and films: one that only one of two titles has tells them apart. */
export const versionWords = listed(
  'live remix mix edit acoustic instrumental extended unplugged demo karaoke remastered',
)
