/** Optional emails: each kind can be switched off in Settings. */
export const noticeKinds = [
  'review_received',
  'review_decided',
  'payout_decided',
  'new_track',
  'link_opened',
] as const;

/** Labels in Settings. */
export const noticeLabels: Readonly<Record<(typeof noticeKinds)[number], string>> = {
  review_received: 'Review received',
  review_decided: 'Review decided',
  payout_decided: 'Payout decided',
  new_track: 'New track',
  link_opened: 'Private link opened',
};
