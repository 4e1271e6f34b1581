import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { Cents } from '#contract/primitives.ts';
import { callApi } from '#web/calls/api.ts';
import { useBooksAct } from '../books-act.ts';

interface SentPayout {
  readonly payoutId: string;
  readonly amountCents: Cents;
  readonly displayName: string;
}

export const aboutPayout = ({ displayName, amountCents }: SentPayout): string =>
  `${formatCents(amountCents)} for ${displayName}`;

/** Records that a payout has arrived. */
export function useConfirmArrival() {
  const { act, isPending } = useBooksAct();
  const confirm = (payout: SentPayout) =>
    act({
      name: `confirm-payout:${payout.payoutId}`,
      about: payout.payoutId,
      run: async () => {
        await callApi(api.books.confirmPayout, { params: { payoutId: payout.payoutId }, body: {} });
        return { title: 'Payout confirmed', body: `${aboutPayout(payout)}.` };
      },
      failed: 'The payout was not confirmed',
    });
  return { confirm, isPending };
}
