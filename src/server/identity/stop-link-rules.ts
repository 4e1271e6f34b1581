/** What happened to an account since its links were made, oldest first. Addresses are fingerprints. */
export interface AccountPast {
  readonly changes: readonly { readonly from: string; readonly to: string }[];
  readonly resets: readonly { readonly at: Date; readonly address: string }[];
  /** When an admin last lifted a stop. */
  readonly liftedAt: Date | null;
}

interface Link {
  /** The address it was emailed to; null for links from before this was recorded. */
  readonly address: string | null;
  readonly madeAt: Date;
}

/**
 * What a link may still do. An intruder who changed the account's address got links of their own, so an address counts
 * less than one that the account had before: its links withdraw nothing once the account has the older one again, and a
 * reset through the older one voids them. A lifted stop voids all links made before.
 */
export function powerOfLink(
  { address, madeAt }: Link,
  currentAddress: string,
  { changes, resets, liftedAt }: AccountPast,
): 'none' | 'stop' | 'withdraw' {
  const inOrder = changes.flatMap(({ from, to }) => [from, to]);
  const precedes = (one: string, other: string) => {
    const place = inOrder.indexOf(one);
    return one === other || (place >= 0 && place < inOrder.indexOf(other));
  };
  if (liftedAt && liftedAt > madeAt) return 'none';
  if (address === null) return 'stop';
  if (resets.some((reset) => reset.at > madeAt && precedes(reset.address, address))) return 'none';
  return precedes(address, currentAddress) ? 'withdraw' : 'stop';
}
