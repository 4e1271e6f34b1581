export interface SampleTrack {
  readonly artist: string;
  readonly title: string;
  readonly genre: string;
  readonly description: string;
  /** File of samples/music, without its ending. */
  readonly file: string;
  /** Only so much of the file; all of it where not given. */
  readonly firstBytes?: number;
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

const sketchFiles = ['escape-from-chaosland', 'metal-madness', 'war-of-freedom'] as const;

/** A little more than a minute of a recording, which its artist deletes once it is reviewed. */
export const sampleSketch = (artist: number, number: number): Omit<SampleTrack, 'artist'> => ({
  title: `Sketch ${number}`,
  genre: ['rock', 'metal', 'alternative'][artist % 3] ?? 'rock',
  description: 'Sample track, deleted again after its reviews.',
  file: sketchFiles[artist % sketchFiles.length] ?? sketchFiles[0],
  firstBytes: 1_010_000,
});
