import { useState } from 'react';
import type { PendingPayout } from '#contract/admin/admin.ts';
import { cents, formatCents } from '#contract/cents.ts';
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
import { RejectDialog } from './reject-dialog.tsx';

/** A test account's payout can only go to the test provider, once it has such a destination. */
const canApprove = ({ isOwn, isTest, destination }: PendingPayout): boolean =>
  !isOwn && (!isTest || destination !== null);

interface PendingPayoutsProps {
  payouts: readonly PendingPayout[];
  /** Whether several can be decided together. */
  canSelect: boolean;
}

export function PendingPayouts({ payouts: listed, canSelect }: PendingPayoutsProps) {
  const approved = listed.filter(({ completesAt }) => completesAt !== null);
  const payouts = listed.filter(({ completesAt }) => completesAt === null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [rejecting, setRejecting] = useState<PendingPayout | null>(null);
  const one = useDecidePayout();
  const many = useApprovePayouts((decided) =>
    setSelected((ids) => ids.difference(new Set(decided.map(({ id }) => id)))),
  );
  const chosen = canSelect
    ? payouts.filter((payout) => canApprove(payout) && selected.has(payout.id) && !one.isDeciding(payout.id))
    : [];
  const approve = (payout: PendingPayout) => one.decide({ payout, decision: { status: 'completed' } });
  const list = useRowKeys((key, id) => {
    const payout = payouts.find((row) => row.id === id);
    if (payout === undefined || payout.isOwn || one.isDeciding(payout.id)) return false;
    if (key === 'a' && canApprove(payout)) void approve(payout);
    else if (key === 'r') setRejecting(payout);
    else return false;
    return true;
  });
  const columns: readonly Column<PendingPayout>[] = [
    ...(canSelect
      ? [
          {
            id: 'select',
            header: 'Select',
            leads: true,
            cell: (payout: PendingPayout) => (
              <Checkbox
                hideLabel
                isSelected={selected.has(payout.id) && canApprove(payout)}
                isDisabled={!canApprove(payout)}
                onChange={() => setSelected((ids) => ids.symmetricDifference(new Set([payout.id])))}
              >
                {`Select ${about(payout)}`}
              </Checkbox>
            ),
          },
        ]
      : []),
    ...payoutColumns,
    {
      id: 'actions',
      header: 'Actions',
      cell: (payout) => (
        <DecisionButtons
          payout={payout}
          isPending={one.isDeciding(payout.id)}
          onApprove={() => approve(payout)}
          onReject={() => setRejecting(payout)}
        />
      ),
    },
  ];
  return (
    <div ref={list}>
      <SteadyRows
        rows={[...approved.map(({ id }) => `approved ${id}`), ...payouts.map(({ id }) => id)]}
        isCovered={rejecting !== null}
      >
        <div className="grid gap-4">
          {approved.length > 0 && <ApprovedPayouts payouts={approved} />}
          <WhatToCheck payouts={payouts} />
          {canSelect && (
            <SelectionBar
              chosen={chosen}
              all={payouts.filter(canApprove)}
              onSelect={(ids) => setSelected(new Set(ids))}
              onApprove={() => many.decide(chosen)}
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
      {rejecting !== null && (
        <RejectDialog
          payout={rejecting}
          onClose={() => setRejecting(null)}
          onReject={(reason) => one.decide({ payout: rejecting, decision: { status: 'rejected', reason } })}
        />
      )}
    </div>
  );
}

const about = ({ amountCents, displayName }: PendingPayout) =>
  `${formatCents(amountCents)} for ${displayName}`;

interface SelectionBarProps {
  chosen: readonly PendingPayout[];
  all: readonly PendingPayout[];
  onSelect: (ids: readonly string[]) => void;
  onApprove: () => void;
}

/** Selects several requests and approves them together after a confirmation. */
function SelectionBar({ chosen, all, onSelect, onApprove }: SelectionBarProps) {
  const [isAsking, setIsAsking] = useState(false);
  const total = formatCents(cents(chosen.reduce((sum, { amountCents }) => sum + amountCents, 0)));
  const isEverything = chosen.length === all.length && all.length > 0;
  return (
    <div className="flex flex-wrap items-center gap-3 border border-rest bg-panel px-4 py-2">
      <span className="tabular font-semibold">{`${chosen.length} selected, ${total}`}</span>
      <Button
        size="small"
        variant="quiet"
        isDisabled={all.length === 0}
        onPress={() => onSelect(isEverything ? [] : all.map(({ id }) => id))}
      >
        {isEverything ? 'Select none' : 'Select all shown'}
      </Button>
      <Button size="small" isDisabled={chosen.length === 0} onPress={() => setIsAsking(true)}>
        Approve selected
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={chosen.length === 1 ? 'Approve 1 payout?' : `Approve ${chosen.length} payouts?`}
        confirmLabel="Approve"
        cancelLabel="Cancel"
        onConfirm={() => {
          onApprove();
          setIsAsking(false);
        }}
      >
        <p>{`${total} in all. You can undo each one for ten seconds.`}</p>
      </ConfirmDialog>
    </div>
  );
}

interface DecisionButtonsProps {
  payout: PendingPayout;
  isPending: boolean;
  onApprove: () => void;
  onReject: () => void;
}

function DecisionButtons({ payout, isPending, onApprove, onReject }: DecisionButtonsProps) {
  if (payout.isOwn) return <span className="text-sm text-muted">Another admin has to decide this one.</span>;
  const which = <VisuallyHidden>{` ${about(payout)}`}</VisuallyHidden>;
  return (
    <span className="flex gap-2">
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
