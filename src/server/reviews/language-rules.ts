/**
 * The words that every text of a language is held together by. A review in a language that is missing here is not
 * wrong: it only goes to a person.
 */
const languages = {
  english:
    'the a an and or but so if then than as of in on at to for from with without by about into over under after before ' +
    'between through is are was were be been am do does did has have had will would could should can may might must not ' +
    "no it its it's i i'm i'd my me we us you your he she they them their this that these those there here what which who " +
    'when where how why all some any more most much very too just only one out up down off again like really',
  german:
    'der die das den dem des ein eine einen einem einer und oder aber wenn dann als wie von in im am an auf aus bei mit ' +
    'nach zu zum zur für über unter ist sind war waren sein hat haben hatte wird würde kann ich mir mich du wir uns sie er ' +
    'es man nicht kein keine so sehr noch nur auch schon was wer wo da hier dass sich',
  spanish:
    'el la los las un una unos y o pero si que de del en al a por para con sin sobre es son era fue ser está están ha han ' +
    'he hay no me mi se su lo le te nos yo muy más como cuando donde este esta esto eso todo tan ya también',
  french:
    'le la les un une des du de et ou mais si que qui en au aux à par pour avec sans sur dans est sont était être a ont ai ' +
    "il elle on nous vous je me mon ma se sa son ce cette ça c'est ne pas plus très comme quand où tout bien",
  portuguese:
    'o a os as um uma e ou mas se que de do da dos das em no na nos por para com sem sobre é são era foi ser está há não eu ' +
    'me meu minha seu sua muito mais como quando onde este esta isso tudo já também',
  italian:
    'il lo la i gli le un una e o ma se che di del della dei in nel nella al a per con senza su è sono era essere ha hanno ' +
    'ho non mi mio mia si suo sua molto più come quando dove questo questa tutto già anche',
  dutch:
    'de het een en of maar als dan van in op aan uit bij met na naar te voor over onder is zijn was waren heeft hebben had ' +
    'wordt zou kan ik mij me je wij we ons ze hij niet geen zo zeer nog ook al wat wie waar er hier dat die',
} as const;

const wordsOf = Object.values(languages).map((words) => new Set(words.split(' ')));

/** The share of words, from 0 to 1, that belong to the language of `languages` which fits best. */
export function everydayShare(words: readonly string[]): number {
  if (words.length === 0) return 0;
  const counts = wordsOf.map((everyday) => words.filter((word) => everyday.has(word)).length);
  return Math.max(...counts) / words.length;
}
