import { type ComponentProps, useState } from 'react';
import { formatCents } from '#contract/cents.ts';
import type { TransferWait } from '#contract/money/payout-destinations/destinations.ts';
import type { OpenTransfer } from '#contract/money/payout-transfers/payout-exports.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { AdminList } from '../admin-list.tsx';
import { aboutPayout, useConfirmArrival } from './confirm-arrival.ts';
import { ReturnPayoutDialog } from './return-payout-dialog.tsx';

const waits: Readonly<Record<Exclude<TransferWait, 'method'>, string>> = {
  destination: 'waiting for a destination',
  stop: 'stopped: “This was not me”',
  hold: 'held for 72 hours after a change',
  suspension: 'suspended: waiting 30 days',
  tax_details: 'waiting for tax details',
  file: 'waiting for a file',
};

/** Approved payouts that have not arrived, what each waits for, and how to end those that are stuck. */
export function OpenTransfers({ query }: Pick<ComponentProps<typeof AdminList<OpenTransfer>>, 'query'>) {
  const [returning, setReturning] = useState<OpenTransfer | null>(null);
  const { confirm, isPending } = useConfirmArrival();
  return (
    <Panel title="On their way">
      <AdminList<OpenTransfer>
        query={query}
        empty={<p className="text-muted">Every approved payout has arrived or is in a file.</p>}
      >
        {(rows) => (
          <Table
            caption="Payouts on their way"
            columns={columnsOf({ isPending, onConfirm: confirm, onReturn: setReturning })}
            rows={rows}
            rowKey={({ payoutId }) => payoutId}
          />
        )}
      </AdminList>
      {returning !== null && <ReturnDialog payout={returning} onClose={() => setReturning(null)} />}
    </Panel>
  );
}

function ReturnDialog({ payout, onClose }: { payout: OpenTransfer; onClose: () => void }) {
  return (
    <ReturnPayoutDialog title="Reverse this payout?" payout={payout} onClose={onClose}>
      {payout.transfer !== 'waiting' && (
        <p>
          The payment service may still send it. First check there that it didn’t arrive, and cancel it. Once
          you reverse it, the listener can request the money again.
        </p>
      )}
    </ReturnPayoutDialog>
  );
}

interface TransferActs {
  readonly isPending: boolean;
  readonly onConfirm: (payout: OpenTransfer) => void;
  readonly onReturn: (payout: OpenTransfer) => void;
}

const columnsOf = ({ isPending, onConfirm, onReturn }: TransferActs): readonly Column<OpenTransfer>[] => [
  { id: 'listener', header: 'Listener', isRowHeader: true, cell: ({ displayName }) => displayName },
  {
    id: 'destination',
    header: 'Goes to',
    cell: ({ destination }) => destination ?? <span className="text-muted">None yet</span>,
  },
  { id: 'amount', header: 'Amount', align: 'end', cell: ({ amountCents }) => <Money cents={amountCents} /> },
  {
    id: 'approved',
    header: 'Approved',
    cell: ({ approvedAt, isByRule }) => (
      <>
        <TimeAgo date={approvedAt} />
        {isByRule && <span className="block text-sm text-muted">by rule</span>}
      </>
    ),
  },
  { id: 'state', header: 'State', cell: (payout) => <State payout={payout} /> },
  {
    id: 'acts',
    header: 'Actions',
    cell: (payout) => (
      <span className="flex flex-wrap gap-2">
        {payout.canBeEnded && (
          <Button size="small" isDisabled={isPending} onPress={() => onConfirm(payout)}>
            Arrived<VisuallyHidden>{`: ${aboutPayout(payout)}`}</VisuallyHidden>
          </Button>
        )}
        {(payout.canBeEnded || payout.transfer === 'waiting') && (
          <Button size="small" variant="quiet" isDisabled={isPending} onPress={() => onReturn(payout)}>
            Reverse<VisuallyHidden>{`: ${aboutPayout(payout)}`}</VisuallyHidden>
          </Button>
        )}
      </span>
    ),
  },
];

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
