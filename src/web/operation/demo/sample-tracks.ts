/** Music that the product ships and serves, with its license: samples/music. */
export interface SampleTrack {
  readonly file: string;
  /** Selects the colors of its record, different for each of three neighbors. */
  readonly record: string;
  readonly title: string;
  readonly artist: string;
  readonly genre: string;
  /** In seconds. */
  readonly duration: number;
  /** Loudness from 0 to 1, measured from the file. */
  readonly peaks: readonly number[];
}

/** One base-36 digit per part, from 0 for silence to z for the loudest; squared, so that swells show. */
const measured = (signs: string): number[] => [...signs].map((sign) => (Number.parseInt(sign, 36) / 35) ** 2);

export const sampleTracks: readonly SampleTrack[] = [
  {
    file: 'metal-madness',
    record: 'Metal Madness',
    title: 'Metal Madness',
    artist: 'Sectoid',
    genre: 'Metal',
    duration: 90,
    peaks: measured(
      'ijhhhlifikuwwtsuvwwuvsuxxutuuvuvtswvzztvtsutuwsxxvttsttuzwuusuwuyuttwxxuvvuvvvvwxvsrqtrtrsurqrrrssqrututtvvxsvvvttsqpmonmmonqvrqsprpqqqsvrpqqqpqqqsvupropsprnnms',
    ),
  },
  {
    file: 'feelings',
    record: 'Feelings',
    title: 'Feelings',
    artist: 'Sectoid',
    genre: 'Alternative',
    duration: 288,
    peaks: measured(
      'kmkggirnnmknloighnlinpuylmmlquzopqtqoottonnqssotsnonjqomknmkmmhlmqjmoporsnlnpuxnqrsnmnspmqpmtsoqfgdbcjgbhqnmlrpnnpklmtlknlmnqljllplsqnpqruqsqpookmomqlmqpqrmb310',
    ),
  },
  {
    file: 'escape-from-chaosland',
    record: 'escape-from-chaosland',
    title: 'Escape from Chaosland',
    artist: 'Sectoid',
    genre: 'Rock',
    duration: 90,
    peaks: measured(
      'lm5ilqnkfiinrokhlpsqpdlotsvuwywvutwswwwytuuwuwwxvuttvutuvtututuvuustvsvvttuxvvwxwwvvyvwwuxxxuwwwxywuursrprrrsqoqrrqtqsstqrprsssnonnlollkppvrsrqstqtqqsswwvxyxzwz',
    ),
  },
];

/** The sample with this index; the first if there is none. */
export function sampleTrack(place: number): SampleTrack {
  const track = sampleTracks[place] ?? sampleTracks[0];
  if (track === undefined) throw new Error('The product ships without sample tracks.');
  return track;
}

export const sampleAudio = (track: SampleTrack): string => `/samples/music/${track.file}.mp3`;
export const sampleLicence = '/samples/music/LICENCE.md';
