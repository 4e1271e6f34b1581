import { formatCents } from '#contract/cents.ts';
import type { PendingPayout } from '#contract/operation/admin/admin.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { useRowKeys } from '../row-keys.ts';
import { useUndoApprovals } from './decide-payout.ts';
import { totalOf } from './payout-sums.ts';

/** Up to this many are listed by name. */
const mostNamed = 5;

const howApproved = (payouts: readonly PendingPayout[]): string => {
  const byRule = payouts.filter(({ isByRule }) => isByRule).length;
  if (byRule === 0) return 'approved';
  return byRule === payouts.length ? 'approved by rule' : `approved, ${byRule} of them by rule`;
};

const about = ({ amountCents, displayName }: PendingPayout) => `${displayName}, ${formatCents(amountCents)}`;

/**
 * Approvals that are about to be completed, with Undo. Apart from the list, so that a second click on Approve does not
 * undo one.
 */
export function ApprovedPayouts({ payouts }: { payouts: readonly PendingPayout[] }) {
  const undo = useUndoApprovals();
  const ids = payouts.map(({ id }) => id);
  useRowKeys((key) => {
    if (key !== 'u') return false;
    const free = ids.filter((id) => !undo.isDeciding(id));
    if (free.length > 0) void undo.decide(free);
    return true;
  });
  return (
    <div className="grid gap-2 border border-rest border-s-4 border-s-mint bg-panel px-4 py-2">
      {payouts.length <= mostNamed ? (
        payouts.map((payout) => (
          <div key={payout.id} className="flex items-center justify-between gap-4">
            <p className="min-w-0">
              <span className="tabular font-semibold">{about(payout)}</span>{' '}
              <span className="text-muted">{`${howApproved([payout])}, completed within ten seconds.`}</span>
            </p>
            <Button
              size="small"
              variant="quiet"
              isPending={undo.isDeciding(payout.id)}
              onPress={() => undo.decide([payout.id])}
            >
              Undo<VisuallyHidden>{` ${about(payout)}`}</VisuallyHidden>
            </Button>
          </div>
        ))
      ) : (
        <div className="flex items-center justify-between gap-4">
          <p className="min-w-0">
            <span className="tabular font-semibold">{`${payouts.length} payouts, ${totalOf(payouts)}`}</span>{' '}
            <span className="text-muted">{`${howApproved(payouts)}, completed within ten seconds.`}</span>
          </p>
          <Button
            size="small"
            variant="quiet"
            isPending={ids.some(undo.isDeciding)}
            onPress={() => undo.decide(ids)}
          >
            Undo all
          </Button>
        </div>
      )}
    </div>
  );
}
