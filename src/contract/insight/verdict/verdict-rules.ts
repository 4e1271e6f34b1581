/** How a listener stopped after the paid minute, in the page's order. */
export const stopKinds = ['end', 'sent', 'typed', 'paused', 'hidden', 'skipped', 'left', 'lost'] as const;
export type StopKind = (typeof stopKinds)[number];

/** A moment plays from this long before it, for context. */
export const leadSeconds = 2;

/** Fewer unpaid seconds count as none. */
export const leastStaySeconds = 5;
/** With fewer listeners, nothing is shown of their unpaid seconds; beyond that the number grows in steps of three. */
export const fewestListenersShown = 5;
const listenersOfStep = 3;

/** How many of these listeners are counted, so that no figure is about one person. */
export const countedListeners = (listeners: number): number =>
  listeners < fewestListenersShown ? 0 : listeners - ((listeners - fewestListenersShown) % listenersOfStep);

/** The median of those who stayed is shown from this many on. */
export const fewestForHalf = 6;
/** With fewer reviews, the ratings are listed one by one. */
export const fewestForRating = 5;
/** Most reviews that a track's page loads at once; the list continues from there. */
export const mostReviewsShown = 200;

/** The published word list. A review mentions a topic if it contains one of its words, with or without a final s. */
export const mentionWords = {
  voice: ['voice', 'vocal', 'singer', 'singing', 'sung', 'sings', 'vox', 'harmony', 'harmonies'],
  drums: ['drum', 'snare', 'kick', 'hihat', 'hi-hat', 'cymbal', 'percussion', 'beat', 'groove'],
  bass: ['bass', 'bassline', 'low end', 'sub'],
  guitars: ['guitar', 'riff', 'strum', 'chord', 'lead line', 'fretwork'],
  keys: ['piano', 'key', 'keyboard', 'synth', 'organ', 'pad', 'rhodes'],
  mix: ['mix', 'mixing', 'mixed', 'balance', 'panning', 'reverb', 'muddy', 'mastering', 'master', 'eq'],
  loudness: ['loud', 'loudness', 'louder', 'quiet', 'quieter', 'volume', 'dynamics', 'compressed'],
  intro: ['intro', 'introduction', 'opening', 'opens', 'first bars', 'first seconds'],
  chorus: ['chorus', 'choruses', 'hook', 'refrain'],
  ending: ['ending', 'outro', 'fade', 'fadeout', 'fade-out', 'last bars', 'finish', 'ends'],
  structure: [
    'structure',
    'arrangement',
    'section',
    'bridge',
    'verse',
    'transition',
    'build',
    'breakdown',
    'drop',
  ],
  lyrics: ['lyric', 'words', 'line', 'story', 'text', 'rhyme'],
  length: ['length', 'long', 'longer', 'too long', 'short', 'shorter', 'repetitive', 'drags'],
  originality: ['original', 'originality', 'fresh', 'unique', 'generic', 'derivative', 'familiar', 'cliche'],
} as const satisfies Record<string, readonly string[]>;
export type MentionTopic = keyof typeof mentionWords;

export const mentionTopics = [
  'voice',
  'drums',
  'bass',
  'guitars',
  'keys',
  'mix',
  'loudness',
  'intro',
  'chorus',
  'ending',
  'structure',
  'lyrics',
  'length',
  'originality',
] as const satisfies readonly MentionTopic[];
