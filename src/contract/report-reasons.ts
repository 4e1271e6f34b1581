/** What can be reported and taken down. */
export const reportedKinds = ['track', 'review', 'question'] as const;
export type ReportedKind = (typeof reportedKinds)[number];

/** The published reasons: of a report, and of a takedown. */
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

/** What each kind of thing can be reported and taken down for. */
export const reasonsOf: Readonly<Record<ReportedKind, readonly TakedownReason[]>> = {
  track: ['copyright', 'hateful', 'sexual', 'spam', 'other'],
  review: ['hateful', 'sexual', 'personal', 'spam', 'other'],
  question: ['hateful', 'sexual', 'personal', 'spam', 'other'],
};

/** Reasons that say too little by themselves. */
export const needsStatement = (reason: TakedownReason): boolean =>
  reason === 'copyright' || reason === 'other';

/** Characters of what a reporter says. */
export const reportStatementLength = 2000;
export const reporterNameLength = 120;
/** Characters of the sentence that an owner reads, and of the one answer. */
export const takedownSentenceLength = 500;
export const takedownAnswerLength = 1000;

/** How many reports one dismissal takes at most: those that the list named. */
export const reportsDismissedAtOnce = 500;
/** Every third report that is dismissed ends its sender's right to report for so many days. */
export const dismissalsToLose = 3;
export const daysWithoutReports = 90;
