import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { appealLength } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { Wallet } from '#contract/money/wallet/wallet.ts';
import { isBlank } from '#contract/unseen.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useUnsentForm } from '#web/forms/use-unsent-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/controls/dialog.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { currentTime } from '#web/ui/display/current-time.ts';
import { Day } from '#web/ui/display/day.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';

type Kept = NonNullable<Wallet['underReview']>;

/** Money of a payout that an admin withheld: why, and the listener's one appeal. */
export function UnderReview({ kept }: { kept: Kept }) {
  const canAppeal = kept.appeal === null && new Date(kept.appealUntil) > currentTime();
  return (
    <section aria-labelledby="under-review" className="grid gap-3 border border-rose p-5 sm:p-6">
      <h2 id="under-review" className="text-2xl">
        {formatCents(kept.amountCents)} is under review
      </h2>
      <p className="max-w-prose">
        A person read some of the reviews that this payout pays, and found that they say nothing about the
        tracks. You can’t request payouts until this is decided.
      </p>
      <p className="max-w-prose border-s-2 border-line ps-4 wrap-anywhere">{kept.sentence}</p>
      {kept.appeal !== null && (
        <>
          <p className="text-sm text-muted">You appealed. An admin decides, and we’ll email you.</p>
          <p dir="auto" className="max-w-prose border-s-2 border-line ps-4 whitespace-pre-line wrap-anywhere">
            {kept.appeal}
          </p>
        </>
      )}
      {canAppeal && <Appeal kept={kept} />}
      {kept.appeal === null && !canAppeal && (
        <p className="text-sm text-muted">The time to appeal is over. An admin decides.</p>
      )}
    </section>
  );
}

function Appeal({ kept: { payoutId, appealUntil } }: { kept: Kept }) {
  const [isOpen, setIsOpen] = useState(false);
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (appeal: string) =>
      callApi(api.wallet.appealWithheld, { params: { payoutId }, body: { appeal } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.wallet.figures }),
  });
  const form = useForm({
    initial: { appeal: '' },
    checks: { appeal: (typed) => (isBlank(typed) ? 'Write why it should be paid.' : null) },
    failed: { title: 'Appeal failed' },
    send: ({ appeal }) => mutateAsync(appeal),
    onDone: () => {
      setIsOpen(false);
      toast({ title: 'Appeal sent', body: 'An admin will read your reviews again.' });
    },
  });
  const isUnsent = useUnsentForm(form, ['appeal']);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button onPress={() => setIsOpen(true)}>Appeal</Button>
      <p className="text-sm text-muted">
        You can appeal once, until <Day date={appealUntil} />.
      </p>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Appeal"
        isDismissable={!isUnsent}
        actions={
          <Button
            onPress={form.submit}
            isDisabled={form.faults.appeal !== undefined}
            isPending={form.isBusy}
            pendingLabel="Sending..."
          >
            Send appeal
          </Button>
        }
      >
        <form {...form.props} className="grid gap-5">
          <TextArea
            {...form.field('appeal')}
            label="Why should this money be paid?"
            hint="An admin reads what you write next to your reviews."
            maxLength={appealLength}
            rows={5}
          />
        </form>
      </Dialog>
    </div>
  );
}
