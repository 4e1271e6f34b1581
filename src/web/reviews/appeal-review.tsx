import { useState } from 'react';
import { appealLength } from '#contract/business-rules.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/controls/dialog.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useForm } from '#web/use-form.ts';
import { useAppealReview } from './review-queries.ts';

/** The one appeal against a rejection: a button, and the words in a dialog. */
export function AppealReview({ reviewId }: { reviewId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { mutateAsync } = useAppealReview();
  const form = useForm({
    initial: { appeal: '' },
    checks: { appeal: (typed) => (typed.trim() === '' ? 'Write why it should count.' : null) },
    failed: { title: 'Appeal failed' },
    send: ({ appeal }) => mutateAsync({ reviewId, appeal }),
    onDone: () => {
      setIsOpen(false);
      toast({ title: 'Appeal sent', body: 'Somebody will look at your review again.' });
    },
  });
  return (
    <div className="pt-1">
      <Button variant="quiet" size="small" onPress={() => setIsOpen(true)}>
        Appeal
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Appeal this rejection"
        actions={
          <Button
            onPress={form.submit}
            isDisabled={!form.isComplete}
            isPending={form.isBusy}
            pendingLabel="Sending..."
          >
            Send appeal
          </Button>
        }
      >
        <form {...form.props}>
          <TextArea
            {...form.field('appeal')}
            label="Why should it count?"
            hint="You can appeal once. An administrator reads your words beside your review."
            maxLength={appealLength}
            rows={5}
          />
        </form>
      </Dialog>
    </div>
  );
}
