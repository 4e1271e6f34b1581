import type { UserType } from '#contract/identity/accounts.ts';

export interface SamplePerson {
  readonly email: string;
  readonly displayName: string;
  readonly userType: UserType;
  readonly bio?: string;
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
    bio: 'Sample account. The music is by Carlos Viola Iborra, who published it freely as Sectoid.',
  }),
  samplePerson('Rehearsal', 'artist', {
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

export const sampleListeners: readonly SamplePerson[] = ['Ines', 'Dario', 'Mae', 'Juno', 'Otis'].map((name) =>
  samplePerson(name, 'listener'),
);

export const sampleAdmin: SamplePerson = samplePerson('Operator', 'listener', { admin: true });
