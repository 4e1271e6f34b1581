import type { PendingPayout } from '#contract/operation/admin/admin.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { totalOf } from './payout-sums.ts';

interface SelectionBarProps {
  chosen: readonly PendingPayout[];
  all: readonly PendingPayout[];
  /** Whether any of the chosen ones can be approved. */
  canApprove: boolean;
  onSelect: (ids: readonly string[]) => void;
  onApprove: () => void;
  onReject: () => void;
}

/** Selects several requests to approve or reject together. */
export function SelectionBar({ chosen, all, canApprove, onSelect, onApprove, onReject }: SelectionBarProps) {
  const isEverything = chosen.length === all.length;
  return (
    <div className="flex flex-wrap items-center gap-3 border border-rest bg-panel px-4 py-2">
      <span className="tabular font-semibold">{`${chosen.length} selected, ${totalOf(chosen)}`}</span>
      <Button
        size="small"
        variant="quiet"
        onPress={() => onSelect(isEverything ? [] : all.map(({ id }) => id))}
      >
        {isEverything ? 'Select none' : 'Select all shown'}
      </Button>
      <Button size="small" isDisabled={!canApprove} onPress={onApprove}>
        Approve selected
      </Button>
      <Button size="small" variant="quiet" isDisabled={chosen.length === 0} onPress={onReject}>
        Reject selected
      </Button>
    </div>
  );
}
