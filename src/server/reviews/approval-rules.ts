import { countWords, minimumReviewWords, requiredListeningSeconds } from '#contract/business-rules.ts';

/** What the rules look at: the review, and what its comment is compared with. */
export interface Submission {
  readonly comment: string;
  readonly provenSeconds: number;
  readonly isOwnTrack: boolean;
  /** The listener's own other comments of the last 30 days. */
  readonly ownComments: readonly string[];
  /** The other comments on the same track. */
  readonly trackComments: readonly string[];
}

export interface Finding {
  readonly rule: string;
  readonly version: number;
  readonly passed: boolean;
  /** What was found, for the person who decides. */
  readonly detail: string;
}

type Verdict = Pick<Finding, 'passed' | 'detail'>;

/** Thresholds of threats T12. */
const fewestDifferentWords = 20;
const greatestSimilarity = 0.85;

const normalizedWords = (comment: string): string[] =>
  comment
    .toLowerCase()
    .normalize('NFKC')
    .match(/[\p{L}\p{N}']+/gu) ?? [];

function wordPairs(comment: string): Set<string> {
  const words = normalizedWords(comment);
  return new Set(words.slice(1).map((word, i) => `${words[i]} ${word}`));
}

/**
 * The share of neighbouring word pairs that two comments have in common, from 0 to 1, measured against the smaller
 * set, so that a copy inside a longer text counts as a copy.
 */
export function similarity(one: string, other: string): number {
  const [smaller, larger] = [wordPairs(one), wordPairs(other)].sort((a, b) => a.size - b.size);
  if (!smaller || !larger || smaller.size === 0) return 0;
  return smaller.intersection(larger).size / smaller.size;
}

function compare(comment: string, others: readonly string[]): Verdict {
  const closest = Math.max(0, ...others.map((other) => similarity(comment, other)));
  return {
    passed: closest <= greatestSimilarity,
    detail: `closest of ${others.length}: ${Math.round(closest * 100)} % of word pairs shared`,
  };
}

const rules: Readonly<Record<string, { version: number; judge: (submission: Submission) => Verdict }>> = {
  listening: {
    version: 1,
    judge: ({ provenSeconds }) => ({
      passed: provenSeconds >= requiredListeningSeconds,
      detail: `${Math.floor(provenSeconds)} seconds proven`,
    }),
  },
  words: {
    version: 1,
    judge: ({ comment }) => ({
      passed: countWords(comment) >= minimumReviewWords,
      detail: `${countWords(comment)} words`,
    }),
  },
  own_track: {
    version: 1,
    judge: ({ isOwnTrack }) => ({
      passed: !isOwnTrack,
      detail: isOwnTrack ? 'own track' : 'not an own track',
    }),
  },
  variety: {
    version: 1,
    judge: ({ comment }) => {
      const different = new Set(normalizedWords(comment)).size;
      return { passed: different >= fewestDifferentWords, detail: `${different} different words` };
    },
  },
  similar_to_own: { version: 1, judge: ({ comment, ownComments }) => compare(comment, ownComments) },
  similar_to_track: { version: 1, judge: ({ comment, trackComments }) => compare(comment, trackComments) },
};

/** Judges a review by every rule; each leaves one finding. All passed: clean. Otherwise a person looks. */
export const judge = (submission: Submission): Finding[] =>
  Object.entries(rules).map(([rule, { version, judge: verdict }]) => ({
    rule,
    version,
    ...verdict(submission),
  }));
