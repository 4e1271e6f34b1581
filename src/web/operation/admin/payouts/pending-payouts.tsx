import { useState } from 'react';
import { formatCents } from '#contract/cents.ts';
import type { PendingPayout } from '#contract/operation/admin/admin.ts';
import { toggled } from '#web/toggled.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { SteadyRows } from '#web/ui/display/steady-rows.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { useRowKeys } from '../row-keys.ts';
import { ApprovedPayouts } from './approved-payouts.tsx';
import { useApprovePayouts, useDecidePayout } from './decide-payout.ts';
import { payoutColumns, WhatToCheck } from './payout-columns.tsx';
import { PayoutReading } from './payout-reading.tsx';
import { payoutsOf, totalOf } from './payout-sums.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { useRejectPayouts } from './reject-payouts.ts';
import { SelectionBar } from './selection-bar.tsx';

/** A test account's payout can only go to the test provider, once it has such a destination. */
const canPay = ({ isOwn, isTest, destination }: PendingPayout): boolean =>
  !isOwn && (!isTest || destination !== null);
/** A first payout is read first. */
const canApprove = (payout: PendingPayout): boolean => canPay(payout) && !payout.isUnread;

interface PendingPayoutsProps {
  payouts: readonly PendingPayout[];
  /** Whether several can be decided together. */
  canSelect: boolean;
}

export function PendingPayouts({ payouts: listed, canSelect }: PendingPayoutsProps) {
  const approved = listed.filter(({ completesAt }) => completesAt !== null);
  const payouts = listed.filter(({ completesAt }) => completesAt === null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<Asking | null>(null);
  const one = useDecidePayout();
  const unselect = (decided: readonly PendingPayout[]) =>
    setSelected(
      (ids) => new Set([...ids].filter((selectedId) => !decided.some(({ id }) => id === selectedId))),
    );
  const approval = useApprovePayouts(unselect);
  const rejection = useRejectPayouts(unselect);
  const chosen = canSelect
    ? payouts.filter((payout) => !payout.isOwn && selected.has(payout.id) && !one.isDeciding(payout.id))
    : [];
  const selectable = payouts.filter(({ isOwn }) => !isOwn);
  const askToApprove = (some: readonly PendingPayout[]) =>
    setAsking({ what: 'approve', payouts: some.filter(canApprove) });
  const askToRead = (payout: PendingPayout) => setAsking({ what: 'read', payouts: [payout] });
  const approve = (payout: PendingPayout) => one.decide({ payout, decision: { status: 'completed' } });
  const reject = (rejected: readonly PendingPayout[], reason: string) => {
    const [first, ...others] = rejected;
    return first !== undefined && others.length === 0
      ? one.decide({ payout: first, decision: { status: 'rejected', reason } })
      : rejection.decide({ payouts: rejected, reason });
  };
  const list = useRowKeys((key, id) => {
    const payout = payouts.find((row) => row.id === id);
    if (payout === undefined || payout.isOwn || one.isDeciding(payout.id)) return false;
    const meant = chosen.length > 1 && chosen.includes(payout) ? chosen : [payout];
    if (key === 'o') askToRead(payout);
    else if (key === 'r') setAsking({ what: 'reject', payouts: meant });
    else if (key === 'a' && meant.length > 1 && meant.some(canApprove)) askToApprove(meant);
    else if (key === 'a' && canApprove(payout)) void approve(payout);
    else if (key === 'a' && canPay(payout)) askToRead(payout);
    else return false;
    return true;
  });
  const columns: readonly Column<PendingPayout>[] = [
    ...(canSelect ? [selectColumn(selected, (id) => setSelected((ids) => toggled(ids, id)))] : []),
    ...payoutColumns,
    {
      id: 'actions',
      header: 'Actions',
      cell: (payout) => (
        <DecisionButtons
          payout={payout}
          isPending={one.isDeciding(payout.id)}
          onRead={() => askToRead(payout)}
          onApprove={() => approve(payout)}
          onReject={() => setAsking({ what: 'reject', payouts: [payout] })}
        />
      ),
    },
  ];
  return (
    <div ref={list}>
      <SteadyRows
        rows={[...approved.map(({ id }) => `approved ${id}`), ...payouts.map(({ id }) => id)]}
        isCovered={asking !== null}
      >
        <div className="grid gap-4">
          {approved.length > 0 && <ApprovedPayouts payouts={approved} />}
          <WhatToCheck payouts={payouts} />
          {canSelect && selectable.length > 0 && (
            <SelectionBar
              chosen={chosen}
              all={selectable}
              canApprove={chosen.some(canApprove)}
              onSelect={(ids) => setSelected(new Set(ids))}
              onApprove={() => askToApprove(chosen)}
              onReject={() => setAsking({ what: 'reject', payouts: chosen })}
            />
          )}
          {payouts.length === 0 ? (
            <EmptyState title="No pending payouts">Every request has been decided.</EmptyState>
          ) : (
            <Table
              caption="Pending payouts"
              columns={columns}
              rows={payouts}
              rowKey={({ id }) => id}
              isWalkable
            />
          )}
        </div>
      </SteadyRows>
      <PayoutQuestion
        asking={asking}
        onClose={() => setAsking(null)}
        onAsk={setAsking}
        onApprove={approval.decide}
        onApproveRead={approve}
        onReject={reject}
      />
    </div>
  );
}

const selectColumn = (
  selected: ReadonlySet<string>,
  onToggle: (id: string) => void,
): Column<PendingPayout> => ({
  id: 'select',
  header: 'Select',
  leads: true,
  cell: (payout) => (
    <Checkbox
      hideLabel
      isSelected={selected.has(payout.id) && !payout.isOwn}
      isDisabled={payout.isOwn}
      onChange={() => onToggle(payout.id)}
    >
      {`Select ${about(payout)}`}
    </Checkbox>
  ),
});

const about = ({ amountCents, displayName }: PendingPayout) =>
  `${formatCents(amountCents)} for ${displayName}`;

interface DecisionButtonsProps {
  payout: PendingPayout;
  isPending: boolean;
  onRead: () => void;
  onApprove: () => void;
  onReject: () => void;
}

function DecisionButtons({ payout, isPending, onRead, onApprove, onReject }: DecisionButtonsProps) {
  if (payout.isOwn) return <span className="text-sm text-muted">Another admin has to decide this one.</span>;
  const which = <VisuallyHidden>{` ${about(payout)}`}</VisuallyHidden>;
  return (
    <span className="flex gap-2">
      <Button
        size="small"
        variant={payout.isUnread ? 'act' : 'quiet'}
        isDisabled={isPending}
        onPress={onRead}
      >
        Read{which}
      </Button>
      {canApprove(payout) && (
        <Button size="small" isDisabled={isPending} onPress={onApprove}>
          Approve{which}
        </Button>
      )}
      <Button size="small" variant="quiet" isDisabled={isPending} onPress={onReject}>
        Reject{which}
      </Button>
    </span>
  );
}

/** The decision to be confirmed, or the payout to be read. */
interface Asking {
  readonly what: 'approve' | 'reject' | 'read';
  readonly payouts: readonly PendingPayout[];
}

interface PayoutQuestionProps {
  asking: Asking | null;
  onClose: () => void;
  onAsk: (asking: Asking) => void;
  onApprove: (payouts: readonly PendingPayout[]) => void;
  onApproveRead: (payout: PendingPayout) => void;
  onReject: (payouts: readonly PendingPayout[], reason: string) => Promise<boolean>;
}

/** The list's dialog: the reviews of a payout, many approvals, or a rejection. */
function PayoutQuestion(props: PayoutQuestionProps) {
  const { asking, onClose, onAsk, onApprove, onApproveRead, onReject } = props;
  if (asking === null) return null;
  const { what, payouts } = asking;
  const [first] = payouts;
  if (what === 'read' && first !== undefined) {
    return (
      <PayoutReading
        payout={first}
        canApprove={canPay(first)}
        onClose={onClose}
        onApprove={() => {
          onApproveRead(first);
          onClose();
        }}
        onReject={() => onAsk({ what: 'reject', payouts })}
      />
    );
  }
  if (what === 'reject') {
    return (
      <RejectDialog payouts={payouts} onClose={onClose} onReject={(reason) => onReject(payouts, reason)} />
    );
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Approve ${payoutsOf(payouts.length)}?`}
      confirmLabel="Approve"
      cancelLabel="Cancel"
      onConfirm={() => {
        onApprove(payouts);
        onClose();
      }}
    >
      <p>{`${totalOf(payouts)} in all. You can undo each one for ten seconds.`}</p>
    </ConfirmDialog>
  );
}
