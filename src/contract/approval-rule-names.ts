/** The approval rules, each with the name that admins read. The server has a rule for each of these, and no other. */
export const approvalRuleNames = {
  listening: 'Listening',
  words: 'Length',
  own_track: 'Own track',
  variety: 'Repetition',
  language: 'Language',
  near_equal: 'Near-equal text',
  burst: 'Sent at the unlock',
  pace: 'Many in a day',
  meetings: 'Same artist again',
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
