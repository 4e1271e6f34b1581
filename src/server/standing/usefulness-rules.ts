/** What somebody's marks say of reviews: how many there are, and how many of them say useful or answered. */
export interface Tally {
  readonly marks: number;
  readonly useful: number;
}

/** An artist's mark of one review. */
export interface Mark {
  readonly artistId: string;
  readonly stars: number;
  readonly isUseful: boolean;
  readonly markedAt: Date;
}

/** What artists say in general: each of them by stars, and all of them by stars. */
export interface Habits {
  readonly ofArtist: (artistId: string, stars: number) => Tally;
  readonly ofAll: (stars: number) => Tally;
}

export interface Usefulness {
  readonly marks: number;
  readonly markArtists: number;
  /** From 0 to 1; null without marks. */
  readonly usefulness: number | null;
}

/** So many marks of an artist count for one listener, the latest. */
const mostOfArtist = 3;
/** So many marks does the platform's mean count for beside an artist's own. */
const pseudoMarks = 5;
/** Marks enter the figures together with others, so that no single one can be told from them. */
const lotMarks = 5;
const lotArtists = 3;

export const noTally: Tally = { marks: 0, useful: 0 };

const mean = ({ marks, useful }: Tally): number => (marks === 0 ? 0 : useful / marks);

function groupByArtist<M extends { readonly artistId: string }>(marks: readonly M[]): Map<string, M[]> {
  const groups = new Map<string, M[]>();
  for (const mark of marks) groups.set(mark.artistId, [...(groups.get(mark.artistId) ?? []), mark]);
  return groups;
}

/** Whether so many marks by so many artists no longer tell who gave which. */
export const areEnoughMarks = (marks: number, artists: number): boolean =>
  marks >= lotMarks && artists >= lotArtists;

/** Whether these marks may enter together. */
export function isLot(marks: readonly { readonly artistId: string }[]): boolean {
  const artists = groupByArtist(marks);
  const counting = [...artists.values()].reduce((sum, own) => sum + Math.min(own.length, mostOfArtist), 0);
  return areEnoughMarks(counting, artists.size);
}

/** What one would expect the artist to say of a review with so many stars. */
function expected({ ofArtist, ofAll }: Habits, { artistId, stars }: Mark): number {
  const own = ofArtist(artistId, stars);
  return (own.useful + pseudoMarks * mean(ofAll(stars))) / (own.marks + pseudoMarks);
}

/**
 * How useful artists find a listener's reviews: the platform's mean, moved by how much more or less these artists say than they
 * say of reviews with as many stars. So neither stars nor artists who reward praise change it.
 */
export function usefulnessOf(marks: readonly Mark[], habits: Habits): Usefulness {
  const artists = groupByArtist(marks);
  const counting = [...artists.values()].flatMap((own) =>
    own.toSorted((a, b) => b.markedAt.getTime() - a.markedAt.getTime()).slice(0, mostOfArtist),
  );
  if (counting.length === 0) return { marks: 0, markArtists: 0, usefulness: null };
  const all = [1, 2, 3, 4, 5].map(habits.ofAll);
  const platform = mean({
    marks: all.reduce((sum, { marks: some }) => sum + some, 0),
    useful: all.reduce((sum, { useful }) => sum + useful, 0),
  });
  const differences = counting.map((mark) => Number(mark.isUseful) - expected(habits, mark));
  const moved = platform + differences.reduce((sum, one) => sum + one, 0) / counting.length;
  return {
    marks: counting.length,
    markArtists: artists.size,
    usefulness: Math.min(1, Math.max(0, moved)),
  };
}
