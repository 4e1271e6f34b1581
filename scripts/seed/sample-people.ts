import type { UserType } from '#contract/accounts.ts';

export interface SamplePerson {
  readonly email: string;
  readonly displayName: string;
  readonly userType: UserType;
  readonly bio?: string;
  readonly admin?: true;
}

/** One password for every sample account but the operator, whose is made anew and shown once. */
export const samplePassword = 'sixty seconds of sample';

const person = (name: string, userType: UserType, more: Partial<SamplePerson> = {}): SamplePerson => ({
  email: `${name.toLowerCase()}@sample.invalid`,
  displayName: `${name} (sample)`,
  userType,
  ...more,
});

export const sampleArtists: readonly SamplePerson[] = [
  person('Sectoid', 'artist', {
    bio: 'Sample account. The music is by Carlos Viola Iborra, who published it freely as Sectoid.',
  }),
  person('Rehearsal', 'artist', {
    bio: 'Sample account. It shows the same free recordings as second takes.',
  }),
];

/** Their tracks are in the past: what the listeners were paid for before. */
export const sketchArtists: readonly SamplePerson[] = ['Attic', 'Basement', 'Garage'].map((name) =>
  person(name, 'artist', { bio: 'Sample account. It deletes its sketches once they are reviewed.' }),
);

export const sampleListeners: readonly SamplePerson[] = ['Ines', 'Dario', 'Mae', 'Juno', 'Otis'].map((name) =>
  person(name, 'listener'),
);

export const sampleAdmin: SamplePerson = person('Operator', 'listener', { admin: true });
