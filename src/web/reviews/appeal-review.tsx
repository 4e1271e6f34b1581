import { useState } from 'react';
import { appealLength } from '#contract/business-rules.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useAppealReview } from './review-queries.ts';

/** The one appeal against a rejection: a button, and the words in a dialog. */
export function AppealReview({ reviewId }: { reviewId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [appeal, setAppeal] = useState('');
  const { mutate, isPending } = useAppealReview();
  const send = () =>
    mutate(
      { reviewId, appeal },
      {
        onSuccess: () => {
          setIsOpen(false);
          toast({ title: 'Appeal sent', body: 'Somebody will look at your review again.' });
        },
        onError: (error) => toast(toastFor(error, { title: 'Appeal failed' })),
      },
    );
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
            onPress={send}
            isDisabled={appeal.trim() === ''}
            isPending={isPending}
            pendingLabel="Sending..."
          >
            Send appeal
          </Button>
        }
      >
        <TextArea
          label="Why should it count?"
          hint="You can appeal once. An administrator reads your words beside your review."
          value={appeal}
          onChange={setAppeal}
          maxLength={appealLength}
          rows={5}
        />
      </Dialog>
    </div>
  );
}
