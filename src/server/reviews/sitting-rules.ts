const pauseMilliseconds = 30 * 60_000;

/** A sitting is looked for in the reviews of one day. */
export const longestSittingMilliseconds = 24 * 3_600_000;

/**
 * The reviews of the running sitting, of those sent newest first: up to the first pause of half an hour between two of
 * them. None when the newest was sent longer ago.
 */
export function runningSitting<Sent extends { readonly createdAt: Date }>(
  newestFirst: readonly Sent[],
  now: Date,
): readonly Sent[] {
  const end = newestFirst.findIndex(({ createdAt }, place) => {
    const later = place === 0 ? now : (newestFirst[place - 1]?.createdAt ?? now);
    return later.getTime() - createdAt.getTime() >= pauseMilliseconds;
  });
  return end === -1 ? newestFirst : newestFirst.slice(0, end);
}
