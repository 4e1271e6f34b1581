export const reviewsOf = (stars: readonly number[]): number => stars.reduce((sum, count) => sum + count, 0);

export function meanStars(stars: readonly number[]): number | null {
  const reviews = reviewsOf(stars);
  return reviews === 0 ? null : stars.reduce((sum, count, i) => sum + count * (i + 1), 0) / reviews;
}

/**
 * The 95% interval of the true average. Adds one imagined review per number of stars, so that a few reviews say little;
 * always contains the mean. Null without reviews. Source: Evan Miller, "Ranking Items With Star Ratings", the credible
 * interval of the mean under a flat Dirichlet prior (https://www.evanmiller.org/ranking-items-with-star-ratings.html),
 * with both bounds.
 */
export function ratingInterval(stars: readonly number[]): { low: number; high: number } | null {
  const mean = meanStars(stars);
  if (mean === null) return null;
  const imagined = stars.map((count) => count + 1);
  const count = reviewsOf(imagined);
  const center = meanStars(imagined) ?? mean;
  const variance =
    imagined.reduce((sum, each, i) => sum + each * (i + 1 - center) ** 2, 0) / count / (count + 1);
  const half = 1.96 * Math.sqrt(variance);
  return {
    low: Math.max(1, Math.min(mean, center - half)),
    high: Math.min(5, Math.max(mean, center + half)),
  };
}

/** The last `count` months (UTC) as YYYY-MM, up to the month of `now`, oldest first. */
export function lastMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - i), 1));
    return month.toISOString().slice(0, 7);
  });
}

export const sumLists = (lists: readonly (readonly number[])[], length: number): number[] =>
  Array.from({ length }, (_, place) => lists.reduce((sum, list) => sum + (list[place] ?? 0), 0));
