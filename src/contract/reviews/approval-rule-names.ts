/** The approval rules, each with the name that admins read. The server has a rule for each of these, and no other. */
export const approvalRuleNames = {
  listening: 'Listening',
  words: 'Length',
  own_track: 'Own track',
  variety: 'Repetition',
  word_order: 'Word order',
  near_equal: 'Near-equal text',
  burst: 'Sent at the unlock',
  typing: 'Typing',
  chosen_track: 'Chosen track',
  network: 'Shared network',
  related_accounts: 'Related accounts',
  cluster: 'Cluster of accounts',
} as const;

export type ApprovalRule = keyof typeof approvalRuleNames;

// The keys of an object that is written here are those of its type.
export const approvalRules = Object.keys(approvalRuleNames) as ApprovalRule[];

const names: Readonly<Record<string, string>> = approvalRuleNames;

/** The name of a stored rule; findings of a rule that is gone show its key. */
export const approvalRuleName = (stored: string): string => names[stored] ?? stored;

/** What the listener reads while a review waits for a person because of a rule. */
const waitReasons: Readonly<Record<ApprovalRule, string>> = {
  listening: 'We could not confirm the whole minute of listening.',
  words: 'It may be too short.',
  own_track: 'The track may be your own.',
  variety: 'Many of its words or phrases repeat.',
  word_order: 'The order of its words looks unusual.',
  near_equal: 'It reads much like another review.',
  burst: 'Several of your reviews were sent the moment the minute was over.',
  typing: 'Several of your reviews were pasted, or filled in all at once.',
  chosen_track: 'You chose this track yourself. Until you are Known, a person reads such reviews.',
  network: 'Your network is also the artist’s, or that of others who reviewed this track.',
  related_accounts: 'Your account looks related to the artist’s, or to another reviewer’s.',
  cluster: 'Your account looks like one of several that act together.',
};

const reasons: Readonly<Record<string, string>> = waitReasons;

/** Why a rule asked for a person, in a sentence for the listener. */
export const waitReason = (stored: string): string => reasons[stored] ?? 'A rule asked for a look.';
