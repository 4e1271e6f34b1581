/** Why a review may be rejected: the published list. The listener reads the label and the admin's own sentence. */
export const rejectionReasons = {
  not_about_track: 'It is not about this track',
  too_little: 'It says too little about the music',
  copied: 'It repeats another review',
  generated: 'It is filler or machine-made text',
  abusive: 'It is insulting',
  connected: 'You are connected to the artist',
  connected_accounts: 'It comes from one of several accounts that belong together',
} as const;

export type RejectionReason = keyof typeof rejectionReasons;
export const rejectionReasonCodes = Object.keys(rejectionReasons) as [RejectionReason, ...RejectionReason[]];

/** Reasons that a new text cannot fix: the old one was copied or generated, or the accounts are connected. */
const unmendable: ReadonlySet<string> = new Set<RejectionReason>([
  'copied',
  'generated',
  'connected',
  'connected_accounts',
]);

/** Hours after a rejection in which an appeal may include a new text. */
export const mendingHours = 48;

/** Until when an appeal may include a new text; null if the reason cannot be fixed. */
export const mendableUntil = (storedReason: string | null, rejectedAt: Date): Date | null =>
  storedReason === null || !(storedReason in rejectionReasons) || unmendable.has(storedReason)
    ? null
    : new Date(rejectedAt.getTime() + mendingHours * 3_600_000);

/** The stored reason of an approval that an admin undid. */
export const takenBack = 'taken_back';

/** Stored reasons that no admin chooses: why a reward was taken back. */
const reversalReasons = {
  [takenBack]: 'The approval was undone',
  reversed: 'The reward was taken back',
} as const;

export const storedReasonCodes = [...rejectionReasonCodes, ...Object.keys(reversalReasons)];

const labels: Readonly<Record<string, string>> = rejectionReasons;
const reasonTexts: Readonly<Record<string, string>> = { ...rejectionReasons, ...reversalReasons };

/** A stored reason in words. Sentences that an admin wrote stay as they are. */
export const reasonText = (stored: string): string => reasonTexts[stored] ?? stored;

/** The label of a stored reason; null for one that is not on the list, as after a reversal. */
export const rejectionLabel = (stored: string | null): string | null =>
  stored === null ? null : (labels[stored] ?? null);
