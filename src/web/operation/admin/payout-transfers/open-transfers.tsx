import { type ComponentProps, useState } from 'react';
import { formatCents } from '#contract/cents.ts';
import type { TransferWait } from '#contract/money/payout-destinations/destinations.ts';
import type { OpenTransfer } from '#contract/money/payout-transfers/payout-exports.ts';
import { column, money, rowName } from '#web/ui/display/columns.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import type { Column } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { AdminTable } from '../admin-list.tsx';
import { ReturnPayoutDialog, TransferButtons } from './transfer-acts.tsx';

/** Approved payouts that have not arrived, what each waits for, and how to end those that are stuck. */
export function OpenTransfers({ query }: Pick<ComponentProps<typeof AdminTable<OpenTransfer>>, 'query'>) {
  const [returning, setReturning] = useState<OpenTransfer | null>(null);
  return (
    <Panel title="On their way">
      <AdminTable
        query={query}
        empty={<p className="text-muted">Every approved payout has arrived or is in a file.</p>}
        caption="Payouts on their way"
        columns={columnsOf(setReturning)}
        rowKey={({ payoutId }) => payoutId}
      />
      {returning !== null && (
        <ReturnPayoutDialog
          title="Reverse this payout?"
          payout={returning}
          onClose={() => setReturning(null)}
        >
          {returning.transfer !== 'waiting' && (
            <p>
              The payment service may still send it. First check there that it didn’t arrive, and cancel it.
              Once you reverse it, the listener can request the money again.
            </p>
          )}
        </ReturnPayoutDialog>
      )}
    </Panel>
  );
}

const columnsOf = (onReturn: (payout: OpenTransfer) => void): readonly Column<OpenTransfer>[] => [
  rowName('Listener', ({ displayName }) => displayName),
  column('Goes to', ({ destination }) => destination ?? <span className="text-muted">None yet</span>),
  money('Amount', ({ amountCents }) => amountCents),
  column('Approved', ({ approvedAt, isByRule }) => (
    <>
      <TimeAgo date={approvedAt} />
      {isByRule && <span className="block text-sm text-muted">by rule</span>}
    </>
  )),
  column('State', (payout) => <State payout={payout} />),
  column('Actions', (payout) => (
    <TransferButtons
      payout={payout}
      canConfirm={payout.canBeEnded}
      canReturn={payout.canBeEnded || payout.transfer === 'waiting'}
      returnLabel="Reverse"
      onReturn={() => onReturn(payout)}
    />
  )),
];

const waits: Readonly<Record<Exclude<TransferWait, 'method'>, string>> = {
  destination: 'waiting for a destination',
  stop: 'stopped: “This was not me”',
  hold: 'held for 72 hours after a change',
  suspension: 'suspended: waiting 30 days',
  tax_details: 'waiting for tax details',
  file: 'waiting for a file',
};

const waitText = ({ waitsFor, waitsForCents, method }: OpenTransfer): string => {
  if (waitsFor === null)
    return waitsForCents === null ? 'sent within a minute' : `waits for ${formatCents(waitsForCents)}`;
  return waitsFor === 'method'
    ? `no payment service can send it: add ${method} to PAYOUT_METHODS again, or reverse it`
    : waits[waitsFor];
};

function State({ payout }: { payout: OpenTransfer }) {
  const { transfer, sentAt, canBeEnded } = payout;
  if (transfer === 'waiting') return <span>{waitText(payout)}</span>;
  return (
    <>
      {transfer === 'sending' ? 'sent ' : 'checking with the service, sent '}
      {sentAt !== null && <TimeAgo date={sentAt} />}
      {canBeEnded && (
        <span className="block text-sm text-muted">
          Its payment service hasn’t reported an outcome for 14 days. Check there, then record it.
        </span>
      )}
    </>
  );
}
