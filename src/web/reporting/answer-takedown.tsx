import { useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { takedownAnswerLength } from '#contract/report-reasons.ts';
import { isBlank } from '#contract/unseen.ts';
import { callApi } from '../calls/api.ts';
import { queryKeys } from '../calls/query-keys.ts';
import { useForm } from '../forms/use-form.ts';
import { useUnsentForm } from '../forms/use-unsent-form.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/controls/dialog.tsx';
import { TextArea } from '../ui/controls/text-area.tsx';
import { toast } from '../ui/display/toast-queue.ts';

/** The owner's one answer to a takedown. */
export function AnswerTakedown({ takedownId, close }: { takedownId: string; close: () => void }) {
  const queries = useQueryClient();
  const form = useForm({
    initial: { answer: '' },
    checks: { answer: (typed) => (isBlank(typed) ? 'Say why it’s wrong.' : null) },
    failed: { title: 'Answer not sent' },
    send: ({ answer }) => callApi(api.reports.answerTakedown, { params: { takedownId }, body: { answer } }),
    onDone: () => {
      toast({ title: 'Answer sent', body: 'An admin will read it and decide again.' });
      void queries.invalidateQueries({ queryKey: queryKeys.tracks.all });
      void queries.invalidateQueries({ queryKey: queryKeys.reviews.all });
      close();
    },
  });
  const isUnsent = useUnsentForm(form, ['answer']);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title="Answer the takedown"
      isDismissable={!isUnsent}
      actions={
        <>
          <Button variant="quiet" onPress={close}>
            Cancel
          </Button>
          <Button onPress={form.submit} isPending={form.isBusy} pendingLabel="Sending...">
            Send answer
          </Button>
        </>
      }
    >
      <form {...form.props}>
        <TextArea
          {...form.field('answer')}
          label="Why is it wrong?"
          hint="You can answer once. An admin will read it."
          maxLength={takedownAnswerLength}
          rows={5}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
