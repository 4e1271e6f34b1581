export interface SampleTrack {
  readonly artist: string;
  readonly title: string;
  readonly genre: string;
  readonly description: string;
  /** File of samples/music, without its ending. */
  readonly file: string;
}

const sectoid = 'sectoid@sample.invalid';
const rehearsal = 'rehearsal@sample.invalid';

export const sampleTracks: readonly SampleTrack[] = [
  {
    artist: sectoid,
    title: 'Escape from Chaosland',
    genre: 'rock',
    description: 'Sample track. Ninety seconds of it.',
    file: 'escape-from-chaosland',
  },
  {
    artist: sectoid,
    title: 'Feelings',
    genre: 'alternative',
    description: 'Sample track, in full length.',
    file: 'feelings',
  },
  {
    artist: sectoid,
    title: 'Metal Madness',
    genre: 'metal',
    description: 'Sample track. Ninety seconds of it.',
    file: 'metal-madness',
  },
  {
    artist: sectoid,
    title: 'War of Freedom',
    genre: 'metal',
    description: 'Sample track. Ninety seconds of it.',
    file: 'war-of-freedom',
  },
  {
    artist: rehearsal,
    title: 'Metal Madness, second take',
    genre: 'rock',
    description: 'Sample track: the same recording again.',
    file: 'metal-madness',
  },
  {
    artist: rehearsal,
    title: 'Feelings, second take',
    genre: 'indie',
    description: 'Sample track: the same recording again.',
    file: 'feelings',
  },
];
