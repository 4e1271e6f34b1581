import { countWords, minimumReviewWords, requiredListeningSeconds } from '#contract/business-rules.ts';
import { type ApprovalRule, approvalRules } from '#contract/reviewing/reviews/approval-rule-names.ts';
import {
  type Brought,
  comparedTypings,
  fewestBrought,
  type TypingHabit,
} from '../../trust/linked-accounts/typing-rules.ts';
import { type KnownSentences, mostNearSentences } from './sentence-rules.ts';
import { comparableWords, comparedDays, freshPairs, type Likeness, mostAlike } from './text-rules.ts';
import {
  fewestCommonWords,
  isOfNoLanguage,
  mostDisguisedWords,
  mostStrangePairs,
  mostWithoutLetters,
  textFigures,
} from './unknown-text-rules.ts';
import { impossiblePairs, isPlaceholder } from './word-order-rules.ts';

/** The input of the rules: the review and what its listener did around it. */
export interface Submission {
  readonly comment: string;
  /** The listener's earlier reviews, newest first. */
  readonly earlierComments: readonly string[];
  /** Seconds of listening that the server had verified at the submission. */
  readonly provenSeconds: number;
  /** Seconds of music in the bytes sent for it; null if no audio was sent under a lease. */
  readonly deliveredSeconds: number | null;
  /** For two compared versions: seconds whose audio was never sent, and the length of both. Null for an ordinary review. */
  readonly comparedSeconds: { readonly missing: number; readonly inAll: number } | null;
  readonly trackSeconds: number;
  readonly isOwnTrack: boolean;
  /** Whether the listener is in a cluster of accounts that was not dismissed. */
  readonly standsInCluster: boolean;
  /** Earlier reviews by anyone that say the same, closest first. */
  readonly nearEqual: readonly (Likeness & { readonly isOwn: boolean; readonly sentAt: Date })[];
  /** Sentences of earlier reviews by anyone that this one has. */
  readonly knownSentences: KnownSentences;
  /**
   * Seconds from the unlock to the submission of the listener's latest reviews, starting with this one; null if
   * unknown.
   */
  readonly sendingSeconds: readonly (number | null)[];
  readonly typing: TypingHabit;
  /** Whether an admin has approved an earlier review of this listener that was entered the same way. */
  readonly isTypingCleared: boolean;
  /** Whether a New listener chose the track. Only then could an account be paid at once for a friend's music. */
  readonly isChosenByNew: boolean;
  /** Whether listener and artist acted from one network within a day. */
  readonly sharesNetworkWithArtist: boolean;
  /** Other listeners of this track's reviews who acted from the listener's network within a day. */
  readonly reviewersOnNetwork: number;
  /** Whether listener and artist have a browser, a mailbox or a payee in common. */
  readonly sharesMarkWithArtist: boolean;
  /** Other listeners of this track's reviews with the listener's mailbox or payee. */
  readonly reviewersOfMark: number;
  /** Other listeners of this track's reviews at the listener's browser, who share nothing else. */
  readonly reviewersOfDevice: number;
}

export interface Finding {
  readonly rule: ApprovalRule;
  readonly version: number;
  readonly passed: boolean;
  /** The explanation for the admin who decides. */
  readonly detail: string;
}

type Verdict = Pick<Finding, 'passed' | 'detail'>;

/** Thresholds of threats T7, T11 and T12. A threshold never withholds money: it sends a review to an admin. */
const fewestDifferentWords = 20;
const fewestFreshPairs = 0.7;
const fewestImpossiblePairs = 3;
/** How many recent reviews to check, including this one: random words may pass once, but not repeatedly. */
export const comparedReviews = 4;
const fewestImpossiblePairsOfAll = 6;
export const burstLength = 5;
const burstSeconds = 2;
const mostReviewersOnNetwork = 3;
/** Two people of one household may use one browser. */
const mostReviewersOfDevice = 1;

const sharedWith = (isShared: boolean) => `${isShared ? '' : 'not '}shared with the artist`;

const broughtAs: Readonly<Record<Brought, string>> = {
  pasted: 'pasted',
  at_once: 'filled in at once',
  not_counted: 'sent without our form',
};

const percent = (share: number) => `${Math.round(share * 100)}%`;

const rules: Readonly<Record<ApprovalRule, { version: number; judge: (submission: Submission) => Verdict }>> =
  {
    listening: {
      version: 3,
      judge: ({ provenSeconds, deliveredSeconds, trackSeconds, comparedSeconds }) => ({
        // Browsers replay a track shorter than a minute from their own copy, so one full delivery is enough.
        passed:
          provenSeconds >= requiredListeningSeconds &&
          deliveredSeconds !== null &&
          (comparedSeconds?.missing ?? 0) === 0 &&
          deliveredSeconds >= Math.min(requiredListeningSeconds, comparedSeconds?.inAll ?? trackSeconds),
        detail: `${Math.floor(provenSeconds)} seconds proven, audio for ${Math.floor(deliveredSeconds ?? 0)} seconds sent (at least ${requiredListeningSeconds})${comparedSeconds ? `, of both versions; ${comparedSeconds.missing} seconds of one of them missing` : ''}`,
      }),
    },
    words: {
      version: 1,
      judge: ({ comment }) => ({
        passed: countWords(comment) >= minimumReviewWords,
        detail: `${countWords(comment)} words (at least ${minimumReviewWords})`,
      }),
    },
    own_track: {
      version: 1,
      judge: ({ isOwnTrack }) => ({
        passed: !isOwnTrack,
        detail: isOwnTrack ? 'the listener’s own track' : 'not the listener’s own track',
      }),
    },
    variety: {
      version: 2,
      judge: ({ comment }) => {
        const words = comparableWords(comment);
        const [different, fresh] = [new Set(words).size, freshPairs(words)];
        return {
          passed: different >= fewestDifferentWords && fresh >= fewestFreshPairs,
          detail: `${different} different words (at least ${fewestDifferentWords}), ${percent(1 - fresh)} of word pairs repeated (at most ${percent(1 - fewestFreshPairs)})`,
        };
      },
    },
    no_language: {
      version: 2,
      judge: ({ comment }) => {
        const figures = textFigures(comment);
        const isFiller = isPlaceholder(comparableWords(comment));
        const common = figures.commonWords === null ? 'unknown' : percent(figures.commonWords);
        return {
          passed: !isOfNoLanguage(figures) && !isFiller,
          detail: `${percent(figures.withoutLetters)} of its parts have no letter (at most ${percent(mostWithoutLetters)}), ${percent(figures.strangePairs)} of letter pairs are in no language (at most ${percent(mostStrangePairs)}), ${figures.disguisedWords} words mix alphabets or have digits for letters (at most ${mostDisguisedWords}), common words of one language: ${common} (at least ${percent(fewestCommonWords)})${figures.isRandom ? ', letters by chance' : ''}${isFiller ? ', lorem ipsum' : ''}`,
        };
      },
    },
    word_order: {
      version: 3,
      judge: ({ comment, earlierComments }) => {
        const pairs = impossiblePairs(comment);
        const ofAll = earlierComments.reduce((sum, earlier) => sum + impossiblePairs(earlier), pairs);
        return {
          // A clean new review is not held because of earlier ones.
          passed: pairs < fewestImpossiblePairs && (pairs === 0 || ofAll < fewestImpossiblePairsOfAll),
          detail: `${pairs} pairs of words that no sentence has (fewer than ${fewestImpossiblePairs}), ${ofAll} with the ${earlierComments.length} reviews before it (fewer than ${fewestImpossiblePairsOfAll})`,
        };
      },
    },
    sentences: {
      version: 1,
      judge: ({ knownSentences: { whole, near, own } }) => ({
        passed: whole === 0 && near <= mostNearSentences,
        detail: `${whole} whole sentences of earlier reviews (at most 0) and ${near} with other words at some places (at most ${mostNearSentences}), ${own} of them by this listener`,
      }),
    },
    near_equal: {
      version: 1,
      judge: ({ nearEqual }) => {
        const [closest] = nearEqual;
        return {
          passed: closest === undefined,
          detail: closest
            ? `${nearEqual.length} earlier reviews say the same, ${nearEqual.filter(({ isOwn }) => isOwn).length} of them by this listener; the closest shares ${percent(closest.ofSmaller)} of the word pairs (at most ${percent(mostAlike.ofSmaller)}) and ${percent(closest.ofWords)} of the words, sent ${closest.sentAt.toISOString().slice(0, 10)}`
            : `none of the reviews of ${comparedDays} days is near-equal`,
        };
      },
    },
    burst: {
      version: 1,
      judge: ({ sendingSeconds }) => {
        const prompt = sendingSeconds.findIndex((seconds) => seconds === null || seconds > burstSeconds);
        const inARow = prompt === -1 ? sendingSeconds.length : prompt;
        return {
          passed: inARow < burstLength,
          detail: `${inARow} in a row sent within ${burstSeconds} seconds of the unlock (fewer than ${burstLength})`,
        };
      },
    },
    typing: {
      version: 3,
      judge: ({ typing: { brought, broughtInAll, isHabit }, isTypingCleared }) => ({
        passed: !isHabit || isTypingCleared,
        detail: `${brought ? broughtAs[brought] : 'not known to be pasted'}, ${broughtInAll} of the last ${comparedTypings} reviews pasted or filled in at once (fewer than ${fewestBrought})${isTypingCleared ? ', which a person has approved before' : ''}`,
      }),
    },
    chosen_track: {
      version: 1,
      judge: ({ isChosenByNew }) => ({
        passed: !isChosenByNew,
        detail: isChosenByNew
          ? 'chosen by a New listener'
          : 'served by the queue, or chosen by a Known listener',
      }),
    },
    network: {
      version: 3,
      judge: ({ sharesNetworkWithArtist, reviewersOnNetwork }) => ({
        passed: !sharesNetworkWithArtist && reviewersOnNetwork <= mostReviewersOnNetwork,
        detail: `${sharedWith(sharesNetworkWithArtist)}, ${reviewersOnNetwork} other reviewers of this track on it (at most ${mostReviewersOnNetwork})`,
      }),
    },
    related_accounts: {
      version: 2,
      judge: ({ sharesMarkWithArtist, reviewersOfMark, reviewersOfDevice }) => ({
        passed: !sharesMarkWithArtist && reviewersOfMark === 0 && reviewersOfDevice <= mostReviewersOfDevice,
        detail: `browser, mailbox or payee ${sharedWith(sharesMarkWithArtist)}, ${reviewersOfMark} other reviewers of this track with the mailbox or payee (at most 0), ${reviewersOfDevice} at the browser (at most ${mostReviewersOfDevice})`,
      }),
    },
    cluster: {
      version: 1,
      judge: ({ standsInCluster }) => ({
        passed: !standsInCluster,
        detail: standsInCluster ? 'in a cluster of accounts' : 'in no cluster of accounts',
      }),
    },
  };

/** Runs every rule on a review and returns one finding for each. Clean if all passed; otherwise an admin decides. */
export const judge = (submission: Submission): Finding[] =>
  approvalRules.map((rule) => ({
    rule,
    version: rules[rule].version,
    ...rules[rule].judge(submission),
  }));
