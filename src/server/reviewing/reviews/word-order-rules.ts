/**
 * Closed classes of English words. The rules about which class cannot follow which hold for all speakers, so short,
 * accented and clumsy English passes, and texts in other languages are not affected.
 */
const closedWords = {
  article: 'the a an my your our their its every',
  preposition: 'of at from with into for by between without on as',
  to: 'to',
  conjunction: 'and or but because if',
  being: 'is are was were been am',
  be: 'be',
  having: 'have has had',
  pronoun: 'it you he she i we they this that',
} as const;
type WordClass = keyof typeof closedWords;

const wordClasses = new Map<string, WordClass>(
  Object.entries(closedWords).flatMap(([name, words]) =>
    words.split(' ').map((word): [string, WordClass] => [word, name as WordClass]),
  ),
);

/** Pairs of word classes that never follow each other in a sentence. */
const impossible: Readonly<Record<WordClass, readonly WordClass[]>> = {
  article: ['article', 'preposition', 'to', 'conjunction', 'being', 'be', 'having', 'pronoun'],
  preposition: ['preposition', 'to', 'conjunction', 'being', 'be', 'having'],
  to: ['preposition', 'to', 'conjunction', 'being'],
  conjunction: ['conjunction'],
  being: ['being', 'be'],
  be: ['being', 'be', 'having'],
  having: ['having', 'being', 'be'],
  pronoun: [],
};

/** Separators. The words on both sides of one belong to different clauses. */
const clauseEnds = /[.,;:!?…()–—\n"“”]/u;

/** How many neighboring words in the text cannot follow each other in English. */
export function impossiblePairs(comment: string): number {
  let found = 0;
  for (const clause of comment.toLowerCase().split(clauseEnds)) {
    const classes = (clause.match(/[\p{L}\p{N}'’]+/gu) ?? []).map((word) => wordClasses.get(word));
    for (const [i, next] of classes.slice(1).entries()) {
      const first = classes[i];
      if (first !== undefined && next !== undefined && impossible[first].includes(next)) found += 1;
    }
  }
  return found;
}

/** Words of the text that typesetters fill pages with. */
const placeholders: ReadonlySet<string> = new Set(
  (
    'lorem ipsum dolor consectetur adipiscing elit eiusmod tempor incididunt labore dolore magna aliqua veniam nostrud exercitation ' +
    'ullamco laboris nisi aliquip commodo consequat aute irure reprehenderit voluptate velit esse cillum fugiat nulla pariatur ' +
    'excepteur sint occaecat cupidatat proident culpa officia deserunt mollit laborum perspiciatis unde omnis iste natus voluptatem ' +
    'accusantium doloremque laudantium totam rem aperiam eaque ipsa inventore veritatis quasi architecto beatae vitae dicta explicabo ' +
    'nemo enim ipsam quia voluptas aspernatur aut odit fugit consequuntur magni dolores eos ratione sequi nesciunt neque porro ' +
    'quisquam'
  ).split(' '),
);
const fewestPlaceholders = 3;
const mostPlaceholders = 1 / 4;

export function isPlaceholder(words: readonly string[]): boolean {
  const found = words.filter((word) => placeholders.has(word));
  return new Set(found).size >= fewestPlaceholders && found.length > mostPlaceholders * words.length;
}
