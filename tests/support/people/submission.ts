import { judge, type Submission } from '#server/reviewing/reviews/approval-rules.ts';
import { bandKeys, comparedText, isNearEqual, likeness } from '#server/reviewing/reviews/text-rules.ts';

/** A review that passes every rule. */
export const honest =
  'The opening riff pulled me in at once and the drums sit right behind it, tight but never stiff. Around the middle the ' +
  'guitars thicken and I lost the vocal for a moment, so I would carve some room there. The ending comes a little early; ' +
  'another turn of that chorus would have earned its place.';

/** An honest submission, with these differences. */
export const submission = (over: Partial<Submission> = {}): Submission => ({
  comment: honest,
  provenSeconds: 60,
  deliveredSeconds: 60,
  comparedSeconds: null,
  trackSeconds: 180,
  isOwnTrack: false,
  nearEqual: [],
  knownSentences: { whole: 0, near: 0, own: 0 },
  standsInCluster: false,
  sendingSeconds: [12],
  isChosenByNew: false,
  typing: { brought: undefined, broughtInAll: 0, isHabit: false },
  isTypingCleared: false,
  sharesNetworkWithArtist: false,
  reviewersOnNetwork: 0,
  earlierComments: [],
  sharesMarkWithArtist: false,
  reviewersOfMark: 0,
  reviewersOfDevice: 0,
  ...over,
});

/** The earlier texts that share an index key with the comment and are near-equal. */
export function alikeIn(comment: string, earlier: readonly string[]): Submission['nearEqual'] {
  const own = comparedText(comment);
  const keys = new Set(bandKeys(own));
  return earlier
    .map(comparedText)
    .filter((other) => bandKeys(other).some((key) => keys.has(key)))
    .map((other) => ({ ...likeness(own, other), isOwn: false, sentAt: new Date('2026-03-01') }))
    .filter(isNearEqual);
}

/** The rules that such a submission fails. */
export const failed = (over: Partial<Submission>) =>
  judge(submission(over))
    .filter((finding) => !finding.passed)
    .map((finding) => finding.rule);
