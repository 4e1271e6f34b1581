import type { StopKind } from '#contract/insight/verdict/verdict-rules.ts';

export const stopTexts: Readonly<Record<StopKind, string>> = {
  end: 'heard it to the end',
  sent: 'sent their review',
  typed: 'began to type',
  paused: 'paused',
  hidden: 'left the page in the background',
  skipped: 'skipped',
  left: 'left',
  lost: 'lost the connection',
};
