import type { QuestionFields } from '#contract/music/questions/questions.ts';
import type { MomentKind } from '#contract/music/tracks/moment-kinds.ts';

/** How the listeners receive a track. */
export interface Reception {
  readonly reviews: number;
  /** How many of the last reviews go to review by a person, so that the sample admin has some to decide. */
  readonly doubtful?: number;
  /** Listeners who skip it in the first minute instead. */
  readonly skips: number;
  /** How many of ten listeners give one, two, ... five stars. */
  readonly stars: readonly [number, number, number, number, number];
  /** The share of listeners who go on after the paid minute, and for how many seconds on average. */
  readonly stay: number;
  readonly staySeconds: number;
  /** Moments that many listeners mark. */
  readonly moments: readonly {
    readonly kind: MomentKind;
    readonly atSecond: number;
    readonly share: number;
  }[];
}

export interface SampleTrack {
  /** The artist's email address. */
  readonly artist: string;
  readonly title: string;
  readonly genre: string;
  readonly description: string;
  /** A file of samples/music, without its extension. */
  readonly file: string;
  /** Uses only so many bytes of the file; all of it if not given. */
  readonly firstBytes?: number;
  readonly reception: Reception;
  readonly questions?: QuestionFields[];
}

const sampleQuestions: QuestionFields[] = [
  {
    kind: 'choice',
    question: 'Is the intro too long?',
    choices: ['Too long', 'Just right', 'Too short'],
    atSecond: 4,
  },
  { kind: 'scale', question: 'How well does the mix hold together?', choices: [], atSecond: null },
  { kind: 'line', question: 'Which band does it remind you of?', choices: [], atSecond: null },
];

const sectoid = 'sectoid@sample.invalid';
const rehearsal = 'rehearsal@sample.invalid';
const noReception: Reception = {
  ...{ reviews: 0, skips: 0, stay: 0, staySeconds: 0 },
  stars: [2, 2, 2, 2, 2],
  moments: [],
};

/** From a track with many listeners to one with none: every state of an artist's pages. */
export const sampleTracks: readonly SampleTrack[] = [
  {
    artist: sectoid,
    title: 'Feelings',
    genre: 'alternative',
    description: 'Sample track, in full length.',
    file: 'feelings',
    questions: sampleQuestions,
    reception: {
      ...{ reviews: 120, skips: 7, stay: 0.46, staySeconds: 70 },
      stars: [0, 1, 2, 4, 3],
      moments: [
        { kind: 'lost', atSecond: 41, share: 0.24 },
        { kind: 'love', atSecond: 78, share: 0.5 },
        { kind: 'love', atSecond: 152, share: 0.5 },
      ],
    },
  },
  {
    artist: sectoid,
    title: 'Escape from Chaosland',
    genre: 'rock',
    description: 'Sample track. Ninety seconds of it.',
    file: 'escape-from-chaosland',
    reception: {
      ...{ reviews: 30, skips: 4, stay: 0.2, staySeconds: 14 },
      stars: [1, 2, 3, 3, 1],
      moments: [
        { kind: 'lost', atSecond: 37, share: 0.45 },
        { kind: 'skip', atSecond: 20, share: 0.2 },
      ],
    },
  },
  {
    artist: sectoid,
    title: 'Metal Madness',
    genre: 'metal',
    description: 'Sample track. Ninety seconds of it.',
    file: 'metal-madness',
    reception: {
      ...{ reviews: 6, skips: 1, stay: 0.5, staySeconds: 18 },
      stars: [0, 0, 3, 5, 2],
      moments: [{ kind: 'love', atSecond: 52, share: 0.6 }],
    },
  },
  {
    artist: sectoid,
    title: 'War of Freedom',
    genre: 'metal',
    description: 'Sample track. Ninety seconds of it.',
    file: 'war-of-freedom',
    reception: {
      ...{ reviews: 1, skips: 0, stay: 1, staySeconds: 18 },
      stars: [0, 0, 0, 10, 0],
      moments: [{ kind: 'love', atSecond: 48, share: 1 }],
    },
  },
  {
    artist: rehearsal,
    title: 'Feelings, second take',
    genre: 'indie',
    description: 'Sample track: the same recording again.',
    file: 'feelings',
    reception: {
      ...{ reviews: 30, skips: 3, stay: 0.63, staySeconds: 95 },
      stars: [0, 1, 1, 4, 4],
      moments: [
        { kind: 'love', atSecond: 66, share: 0.55 },
        { kind: 'lost', atSecond: 33, share: 0.12 },
      ],
    },
  },
  {
    artist: rehearsal,
    title: 'Metal Madness, second take',
    genre: 'rock',
    description: 'Sample track: the same recording again.',
    file: 'metal-madness',
    reception: {
      ...{ reviews: 6, skips: 1, stay: 0.35, staySeconds: 16 },
      stars: [0, 2, 3, 3, 2],
      moments: [{ kind: 'skip', atSecond: 26, share: 0.4 }],
    },
  },
  {
    artist: rehearsal,
    title: 'War of Freedom, second take',
    genre: 'metal',
    description: 'Sample track: the same recording again.',
    file: 'war-of-freedom',
    reception: {
      ...{ reviews: 3, skips: 1, stay: 0.35, staySeconds: 16 },
      stars: [0, 2, 3, 3, 2],
      moments: [{ kind: 'lost', atSecond: 44, share: 0.4 }],
    },
  },
];

/** Uploaded a moment ago. */
export const newestTracks: readonly SampleTrack[] = [
  {
    artist: sectoid,
    title: 'War of Freedom, short mix',
    genre: 'metal',
    description: 'Sample track. Seventy-five seconds of it.',
    file: 'war-of-freedom',
    firstBytes: 1_200_000,
    reception: noReception,
  },
  {
    artist: rehearsal,
    title: 'Escape from Chaosland, second take',
    genre: 'rock',
    description: 'Sample track: the same recording again.',
    file: 'escape-from-chaosland',
    reception: noReception,
  },
];

/** A new version of the track with this title, and how many of its reviews returning reviewers write first. */
export const newVersion = {
  of: 'Escape from Chaosland',
  reviews: 24,
  returning: 12,
  track: {
    title: 'Escape from Chaosland, shorter',
    genre: 'rock',
    description: 'Sample track: a new version of it.',
    file: 'escape-from-chaosland',
    firstBytes: 1_300_000,
  },
};

const comparedTitles = ['Ladder', 'Copper Wire', 'Low Ceiling', 'Third Floor'] as const;
const comparedFiles = ['escape-from-chaosland', 'metal-madness', 'war-of-freedom'] as const;
const comparedGenres = ['rock', 'metal', 'alternative'] as const;

/** Two tracks of each of these artists, for comparisons. */
export const comparedTracks = (artists: readonly { readonly email: string }[]): SampleTrack[] =>
  [1, 2].flatMap((round) =>
    artists.map(
      ({ email }, place): SampleTrack => ({
        artist: email,
        title: `${comparedTitles[place % comparedTitles.length]}, take ${round}`,
        genre: comparedGenres[(place + round) % comparedGenres.length] ?? 'rock',
        description: 'Sample track: one of the same recordings.',
        file: comparedFiles[(place + round) % comparedFiles.length] ?? comparedFiles[0],
        reception: {
          ...{ reviews: 5 + ((place + round) % 2), skips: place % 2, stay: 0.15 + 0.07 * place },
          staySeconds: 15,
          ...(place + round === 1 ? { doubtful: 2 } : {}),
          stars: [1, 2, 3, 3, 1],
          moments: [{ kind: 'love', atSecond: 34 + 5 * place, share: 0.3 }],
        },
      }),
    ),
  );

const sketchPlaces = ['Attic', 'Basement', 'Garage'] as const;
const sketchFiles = ['escape-from-chaosland', 'metal-madness', 'war-of-freedom'] as const;

/** A little more than a minute of a recording, deleted by its artist once it is reviewed. */
export const sampleSketch = (artist: number, number: number): Omit<SampleTrack, 'artist' | 'reception'> => ({
  title: `${sketchPlaces[artist % sketchPlaces.length]} sketch ${number}`,
  genre: ['rock', 'metal', 'alternative'][artist % 3] ?? 'rock',
  description: 'Sample track, deleted again after its reviews.',
  file: sketchFiles[artist % sketchFiles.length] ?? sketchFiles[0],
  firstBytes: 1_010_000,
});
