import type { Genre } from '#contract/business-rules.ts';
import type { UserType } from '#contract/identity/accounts.ts';

export interface SamplePerson {
  readonly email: string;
  readonly displayName: string;
  readonly userType: UserType;
  readonly bio?: string;
  readonly genres?: Genre[] | undefined;
  /** What signing in with it shows, for the list that the command prints. */
  readonly shows?: string;
  readonly admin?: true;
}

/** The password of every sample account except the operator's, which is new each time and shown once. */
export const samplePassword = 'sixty seconds of sample';

export const samplePerson = (
  name: string,
  userType: UserType,
  more: Partial<SamplePerson> = {},
): SamplePerson => ({
  email: `${name.toLowerCase()}@sample.invalid`,
  displayName: `${name} (sample)`,
  userType,
  ...more,
});

export const sampleArtists: readonly SamplePerson[] = [
  samplePerson('Sectoid', 'artist', {
    shows: '120 reviews, a kept and a missed date, two versions compared, a pack',
    bio: 'Sample account. The music is by Carlos Viola Iborra, who published it freely as Sectoid.',
  }),
  samplePerson('Rehearsal', 'artist', {
    shows: 'tracks with 30, 6, 3 and no reviews',
    bio: 'Sample account. It shows the same free recordings as second takes.',
  }),
];

/** Their sketches are in the past: the source of the listeners' earlier earnings. */
export const sketchArtists: readonly SamplePerson[] = ['Attic', 'Basement', 'Garage'].map((name) =>
  samplePerson(name, 'artist', { bio: 'Sample account. It deletes its sketches once they are reviewed.' }),
);

/** Artists that the sample artists' tracks can be compared with. */
export const comparedArtists: readonly SamplePerson[] = [
  ...sketchArtists,
  samplePerson('Cellar', 'artist', { bio: 'Sample account. It is there to be compared with.' }),
];

export const sampleListeners: readonly SamplePerson[] = [
  ['Ines', 'a payout that arrived'],
  ['Dario', 'a payout that waits for a decision'],
  ['Mae', 'the same'],
  ['Juno', 'reviews, and tracks left to review'],
  ['Otis', 'every track left to review'],
].map(([name = '', shows = '']) => samplePerson(name, 'listener', { shows }));

export const sampleAdmin: SamplePerson = samplePerson('Operator', 'listener', { admin: true });

/** So that answers can be split by taste. */
const tastes: readonly Genre[][] = [
  ['alternative', 'indie'],
  ['metal', 'rock'],
  ['jazz', 'folk'],
];

const names =
  'Abel Ada Agnes Aiko Alba Alma Amir Anouk Anton Arlo Asha Astrid Aziz Bela Bianca Boris Bruno Camille Carmen Cyrus ' +
  'Dagny Dalia Dante Demir Edda Eero Elena Elias Emre Enzo Esme Ezra Fadil Farah Felix Flora Frida Gaia Gideon Greta ' +
  'Hanna Hiro Hugo Ida Idris Imani Ingrid Iris Ivo Jana Jasper Joel Johan Kai Kalle Karim Keiko Klara Kofi Lara Leon ' +
  'Leyla Linus Lotte Luca Lucia Malik Marek Margo Matteo Mila Mira Nadia Naomi Nico Nils Nora Odin Olga Omar Orla Oskar ' +
  'Paloma Pavel Petra Pia Quinn Rafael Ramona Rana Remy Rhea Rosa Ruben Sami Sana Saskia Selma Silas Sonja Stella Sven ' +
  'Tamar Tarek Tessa Theo Tilda Timo Uma Ursel Vera Viktor Vito Wanda Wim Xenia Yara Yuki Yusuf Zadie Zeno Zoe';

/** Listeners for a track that many have heard. */
export const samplePanel: readonly SamplePerson[] = names
  .split(' ')
  .map((name, place) => samplePerson(name, 'listener', { genres: tastes[place % tastes.length] }));
