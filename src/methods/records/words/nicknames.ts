/** Nicknames: short forms of first names that share too few letters with them, in English. Ours: the choice. */

const forms = (
  'william bill billy will willy liam;robert bob bobby rob robbie bert;richard dick rick ricky rich;' +
  'elizabeth liz beth betty lizzie eliza libby bess lisa elsie;margaret peggy meg maggie marge greta daisy madge;' +
  'andrew drew andy;katherine catherine kathryn kate katie kathy cathy kit kitty kay;edward ted eddie ned ed teddy;' +
  'theodore ted theo teddy;john jack johnny jon;james jim jimmy jamie;joseph joe joey jo;thomas tom tommy;' +
  'charles charlie chuck chas;charlotte lottie charlie carlotta;henry harry hank hal;harold harry hal;' +
  'patricia pat patty trish tricia;patrick pat paddy rick;rebecca becky becca;susan sue susie suzie suzanne;' +
  'samuel sam sammy;samantha sam sammie;michael mike mick mickey;matthew matt matty;nicholas nick nicky nico;' +
  'christopher chris kit topher;christine chris tina chrissie christina;anthony tony ant;antonia toni;' +
  'benjamin ben benny;daniel dan danny;david dave davy;deborah deb debbie;dorothy dot dolly dottie;' +
  'abigail abby gail;alexander alex al sandy alec xander lex sasha;alexandra alex sandra sandy lexi;' +
  'frederick fred freddie rick fritz;francis frank fran;frances fran fanny frankie;george georgie;' +
  'gerald gerry jerry;geoffrey jeff geoff;jennifer jen jenny;jessica jess jessie;julia jules julie;' +
  'kenneth ken kenny;lawrence larry laurie;leonard len lenny leo;louis lou louie lewis;martha marty patsy mattie;' +
  'mary molly polly may mae;nathaniel nate nathan nat;peter pete;philip phil pip;raymond ray;ronald ron ronnie;' +
  'stephen steve stevie steven;timothy tim timmy;victoria vicky tori vic;victor vic;walter walt wally;' +
  'ann anne anna annie nancy nan hannah;eleanor ellie nell nora ella;helen nell ellie lena;sarah sally sadie;' +
  'virginia ginny;barbara barb babs;amanda mandy;isabella bella izzy isabel;pamela pam;zachary zach;' +
  'johannes hans;friedrich fritz;josef sepp;alexandre sacha;francisco paco;jose pepe;giuseppe beppe'
).split(';')

const formsOf = new Map<string, Set<number>>()
for (const [number, names] of forms.entries())
  for (const name of names.split(' ')) formsOf.set(name, (formsOf.get(name) ?? new Set()).add(number))

/** Whether two names, in lower case, are forms of one. */
export function areNicknames(a: string, b: string): boolean {
  const [one, other] = [formsOf.get(a), formsOf.get(b)]
  return one !== undefined && other !== undefined && !one.isDisjointFrom(other)
}
