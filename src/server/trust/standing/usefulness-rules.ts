/** A count of marks, and how many of them say useful or answered. */
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

/** Marking habits by number of stars: of each artist, and of all. */
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

/** Only this many of an artist's latest marks count for one listener. */
const mostOfArtist = 3;
/** The weight of the platform's mean, in marks, beside an artist's own. */
const pseudoMarks = 5;
/** Marks enter the figures in lots, so that a single mark cannot be identified. */
const lotMarks = 5;
const lotArtists = 3;

export const noTally: Tally = { marks: 0, useful: 0 };

const mean = ({ marks, useful }: Tally): number => (marks === 0 ? 0 : useful / marks);

function groupByArtist<M extends { readonly artistId: string }>(marks: readonly M[]): Map<string, M[]> {
  const groups = new Map<string, M[]>();
  for (const mark of marks) groups.set(mark.artistId, [...(groups.get(mark.artistId) ?? []), mark]);
  return groups;
}

/** Whether there are enough marks by enough artists to keep who gave which private. */
export const areEnoughMarks = (marks: number, artists: number): boolean =>
  marks >= lotMarks && artists >= lotArtists;

/** Whether these marks may enter the figures together. */
export function isLot(marks: readonly { readonly artistId: string }[]): boolean {
  const artists = groupByArtist(marks);
  const counting = [...artists.values()].reduce((sum, own) => sum + Math.min(own.length, mostOfArtist), 0);
  return areEnoughMarks(counting, artists.size);
}

/** The expected mark of this artist for a review with this many stars. */
function expected({ ofArtist, ofAll }: Habits, { artistId, stars }: Mark): number {
  const own = ofArtist(artistId, stars);
  return (own.useful + pseudoMarks * mean(ofAll(stars))) / (own.marks + pseudoMarks);
}

/**
 * How useful artists find a listener's reviews: the platform's mean, adjusted by how these artists' marks differ from
 * their usual ones for the same stars. So neither high ratings nor artists who reward praise influence it.
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
