/** What accounts can have in common, each with the name that admins read. */
export const relationKindNames = {
  device: 'browser',
  script: 'client without a browser',
  mailbox: 'mailbox',
  payee: 'payee',
  text: 'near-equal texts',
  moments: 'moments of sending',
  network: 'network',
  domain: 'mail domain',
  typing: 'texts brought finished',
  copying: 'repeated copying',
} as const;

export type RelationKind = keyof typeof relationKindNames;

// The keys of an object that is written here are those of its type.
export const relationKinds = Object.keys(relationKindNames) as [RelationKind, ...RelationKind[]];
