/** What accounts can have in common, with the name that admins read. */
export const relationKindNames = {
  device: 'browser',
  script: 'client without a browser',
  mailbox: 'mailbox',
  payee: 'payout destination',
  text: 'near-equal texts',
  moments: 'sending times',
  network: 'network',
  domain: 'email domain',
  started: 'started on one day in one wide network',
  typing: 'pasted or filled-in texts',
} as const;

export type RelationKind = keyof typeof relationKindNames;

// Object.keys is typed as string[], but a literal object has exactly the keys of its type.
export const relationKinds = Object.keys(relationKindNames) as [RelationKind, ...RelationKind[]];

/** The names of these kinds on one line, strong evidence first. */
export const namesOfKinds = (kinds: readonly RelationKind[]): string =>
  relationKinds
    .filter((kind) => kinds.includes(kind))
    .map((kind) => relationKindNames[kind])
    .join(', ');
