import { expect, test } from 'vitest';
import { activityEvents } from '#contract/identity/activity-events.ts';
import { EntryKind } from '#contract/money/wallet/wallet.ts';
import { takedownReasonCodes } from '#contract/report-reasons.ts';
import { approvalRuleName, approvalRules } from '#contract/reviewing/reviews/approval-rule-names.ts';
import { reasonText, storedReasonCodes } from '#contract/reviewing/reviews/rejection-reasons.ts';
import { outcomes } from '#server/money/wallet/ledger-outcomes.ts';
import { movementText } from '#web/money/wallet/movement-texts.ts';
import { detailText } from '#web/operation/admin/activity/activity-texts.ts';
import { entryTexts } from '#web/operation/admin/books/entries.ts';
import { taskName } from '#web/operation/admin/system/task-name.ts';

/** Outcomes that do not end the approval of a payout. */
const goesOn = ['done', 'already', 'missing'];

const shown: Readonly<Record<string, readonly string[]>> = {
  'why a review was decided': storedReasonCodes.map(reasonText),
  'why something was rejected or taken down, in the activity log': [
    ...storedReasonCodes,
    ...takedownReasonCodes,
  ].map((reason) => detailText({ reason })),
  'what ended the approval of a payout': outcomes.payoutDecision
    .filter((outcome) => !goesOn.includes(outcome))
    .map((stopped) => detailText({ stopped }).replace(/^Stopped: /, '')),
  'the approval rules': approvalRules.map(approvalRuleName),
  'the events of the activity log': Object.values(activityEvents),
  'the entries of the ledger': Object.values(entryTexts),
  'the movements of a wallet': EntryKind.options.map((kind) => movementText({ kind, trackTitle: null })),
  'a background job': [taskName('mail-decision-notice')],
};

const codes: ReadonlySet<string> = new Set<string>([
  ...storedReasonCodes,
  ...takedownReasonCodes,
  ...outcomes.payoutDecision,
  ...outcomes.payoutDecision.map((code) => code.replaceAll('_', ' ')),
  ...approvalRules,
  ...Object.keys(activityEvents),
  ...EntryKind.options,
]);

test.each(Object.entries(shown))('%s: people read words, never a stored code', (_what, texts) => {
  expect(texts).not.toEqual([]);
  for (const text of texts) {
    expect(codes).not.toContain(text);
    expect(text).not.toMatch(/[_]|^$/);
  }
});
