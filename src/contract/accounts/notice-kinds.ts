/** What mails tell of that an account can do without: each can be switched off. */
export const noticeKinds = ['review_received', 'review_decided', 'payout_decided', 'new_track'] as const;

/** As Settings calls them. */
export const noticeLabels: Readonly<Record<(typeof noticeKinds)[number], string>> = {
  review_received: 'Review received',
  review_decided: 'Review decided',
  payout_decided: 'Payout decided',
  new_track: 'New track',
};
