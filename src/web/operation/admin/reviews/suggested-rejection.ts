import type { ReviewFinding } from '#contract/operation/admin/admin-reviews.ts';
import type { ApprovalRule } from '#contract/reviewing/reviews/approval-rule-names.ts';
import type { RejectionReason } from '#contract/reviewing/reviews/rejection-reasons.ts';

export interface SuggestedRejection {
  readonly reason: RejectionReason;
  /** Read by the listener, who may rewrite the text or appeal. */
  readonly sentence: string;
}

const connected = { reason: 'connected', sentence: 'Your account looks related to the artist’s.' } as const;

const noSentences = {
  reason: 'generated',
  sentence: 'Its words don’t form sentences. Please write about what you heard.',
} as const;
const copied = {
  reason: 'copied',
  sentence: 'It reads a lot like another review. Please write each review yourself.',
} as const;

/** The usual rejection for a rule's doubt. Rules with weaker reasons have no suggestion. */
const suggestions: Readonly<Partial<Record<ApprovalRule, SuggestedRejection>>> = {
  words: { reason: 'too_little', sentence: 'Please say more about what you heard.' },
  variety: {
    reason: 'too_little',
    sentence: 'Many of its words or phrases repeat. Please say more about what you heard.',
  },
  no_language: noSentences,
  word_order: noSentences,
  sentences: copied,
  near_equal: copied,
  own_track: connected,
  related_accounts: connected,
  cluster: {
    reason: 'connected_accounts',
    sentence: 'Your account looks like one of several that act together.',
  },
};

const ofRule: Readonly<Record<string, SuggestedRejection>> = suggestions;

/**
 * The reason and sentence that match the findings; null if there is no suggestion, or it differs between the reviews.
 */
export function suggestedRejection(
  reviews: readonly (readonly ReviewFinding[])[],
): SuggestedRejection | null {
  const [first = null, ...others] = reviews.map(suggestionOf);
  return others.every((other) => other === first) ? first : null;
}

function suggestionOf(findings: readonly ReviewFinding[]): SuggestedRejection | null {
  const doubt = findings.find(({ rule, passed }) => !passed && ofRule[rule] !== undefined);
  return doubt === undefined ? null : (ofRule[doubt.rule] ?? null);
}
