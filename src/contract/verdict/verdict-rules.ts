/** How a listener stopped after the paid minute, in the order in which the page shows it. */
export const stopKinds = ['end', 'sent', 'typed', 'paused', 'hidden', 'skipped', 'left', 'lost'] as const;
export type StopKind = (typeof stopKinds)[number];

/** Where the share picture of a track is. */
export const verdictPicturePath = (trackId: string) => `/verdicts/${trackId}/picture.png` as const;

/** Fewer unpaid seconds are none. */
export const leastStaySeconds = 5;
/** Before so many listeners nothing is said of their unpaid seconds, then in steps of three. */
export const fewestListenersShown = 5;
const listenersOfStep = 3;

/** Of so many listeners, how many are counted: none tells of one person. */
export const countedListeners = (listeners: number): number =>
  listeners < fewestListenersShown ? 0 : listeners - ((listeners - fewestListenersShown) % listenersOfStep);

/** Half of those who stayed is said from so many on. */
export const fewestForHalf = 6;
/** Before so many reviews the stars are shown one by one. */
export const fewestForRating = 5;
/** Reviews that a track's page holds at once; the list goes on from there. */
export const mostReviewsShown = 200;

/** The published word list: a review mentions a topic if one of its words stands in it, in any form that ends in s. */
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
