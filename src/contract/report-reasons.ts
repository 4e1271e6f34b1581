/** What can be reported and taken down. */
export const reportedKinds = ['track', 'review', 'question'] as const;
export type ReportedKind = (typeof reportedKinds)[number];

/** The published reasons of reports and takedowns. */
export const takedownReasons = {
  copyright: 'Copyright: the recording belongs to someone else',
  hateful: 'Hateful or threatening',
  sexual: 'Sexual or violent',
  personal: 'Someone’s personal details',
  spam: 'Advertising or spam',
  other: 'Something else',
} as const;
export type TakedownReason = keyof typeof takedownReasons;
export const takedownReasonCodes = Object.keys(takedownReasons) as [TakedownReason, ...TakedownReason[]];

/** The reasons that apply to each kind of thing. */
export const reasonsOf: Readonly<Record<ReportedKind, readonly TakedownReason[]>> = {
  track: ['copyright', 'hateful', 'sexual', 'spam', 'other'],
  review: ['hateful', 'sexual', 'personal', 'spam', 'other'],
  question: ['hateful', 'sexual', 'personal', 'spam', 'other'],
};

/** Reasons that need an explanation. */
export const needsStatement = (reason: TakedownReason): boolean =>
  reason === 'copyright' || reason === 'other';

/** Limits in characters for what a reporter writes. */
export const reportStatementLength = 2000;
export const reporterNameLength = 120;
/** Limits in characters for the sentence to the owner and the owner's one answer. */
export const takedownSentenceLength = 500;
export const takedownAnswerLength = 1000;

/** Most reports that one dismissal covers: those that the list named. */
export const reportsDismissedAtOnce = 500;
/** Every third dismissed report suspends its sender's right to report for this many days. */
export const dismissalsToLose = 3;
export const daysWithoutReports = 90;
