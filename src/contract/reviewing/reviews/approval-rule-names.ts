/** The approval rules, with the names that admins read. The server implements exactly these. */
export const approvalRuleNames = {
  listening: 'Listening',
  words: 'Length',
  own_track: 'Own track',
  variety: 'Repetition',
  no_language: 'Text of no language',
  word_order: 'Word order',
  sentences: 'Known sentences',
  near_equal: 'Near-equal text',
  burst: 'Sent at the unlock',
  typing: 'Typing',
  chosen_track: 'Chosen track',
  network: 'Shared network',
  related_accounts: 'Related accounts',
  cluster: 'Cluster of accounts',
} as const;

export type ApprovalRule = keyof typeof approvalRuleNames;

// Object.keys is typed as string[], but a literal object has exactly the keys of its type.
export const approvalRules = Object.keys(approvalRuleNames) as ApprovalRule[];

const names: Readonly<Record<string, string>> = approvalRuleNames;

/** The name of a stored rule. Findings of a removed rule show its key. */
export const approvalRuleName = (stored: string): string => names[stored] ?? stored;

/** What the listener reads while a rule makes a review wait for a person. */
const waitReasons: Readonly<Record<ApprovalRule, string>> = {
  listening: 'We could not confirm the whole minute of listening.',
  words: 'It may be too short.',
  own_track: 'The track may be your own.',
  variety: 'Many of its words or phrases repeat.',
  no_language: 'We could not make out its words.',
  word_order: 'The order of its words looks unusual.',
  sentences: 'It has a sentence of an earlier review.',
  near_equal: 'It reads a lot like another review.',
  burst: 'Several of your reviews were sent the moment the minute was over.',
  typing: 'It was not typed in our form, or several of your reviews were pasted or filled in all at once.',
  chosen_track: 'You chose this track yourself. Until your standing is Known, a person reads those reviews.',
  network: 'You share a network with the artist or with others who reviewed this track.',
  related_accounts: 'Your account looks related to the artist’s, or to another reviewer’s.',
  cluster: 'Your account looks like one of several that act together.',
};

const reasons: Readonly<Record<string, string>> = waitReasons;

/** The sentence that tells the listener why a rule asked for a person. */
export const waitReason = (stored: string): string => reasons[stored] ?? 'A rule flagged it.';
