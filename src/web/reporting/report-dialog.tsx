import { api } from '#contract/index.ts';
import {
  daysWithoutReports,
  needsStatement,
  type ReportedKind,
  reasonsOf,
  reportStatementLength,
  type TakedownReason,
  takedownReasons,
} from '#contract/report-reasons.ts';
import { isBlank } from '#contract/unseen.ts';
import { callApi } from '../calls/api.ts';
import { useForm } from '../forms/use-form.ts';
import { useUnsentForm } from '../forms/use-unsent-form.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/controls/dialog.tsx';
import { SelectField } from '../ui/controls/select-field.tsx';
import { TextArea } from '../ui/controls/text-area.tsx';
import { toast } from '../ui/display/toast-queue.ts';

interface ReportDialogProps {
  kind: ReportedKind;
  thingId: string;
  close: () => void;
}

const titles = { track: 'Report this track', review: 'Report this review', question: 'Report this question' };
const hints = {
  copyright: 'Say whose recording it is and how you can show that. If we need more, we’ll email you.',
  other: 'Say what’s wrong.',
} as const;

/** A report to the admins about what is wrong with something. */
export function ReportDialog({ kind, thingId, close }: ReportDialogProps) {
  const initial: { reason: TakedownReason | null; statement: string } = { reason: null, statement: '' };
  const form = useForm({
    initial,
    checks: {
      reason: (reason) => (reason === null ? 'Choose a reason.' : null),
      statement: (typed, { reason }) =>
        reason !== null && needsStatement(reason) && isBlank(typed) ? 'Say what’s wrong.' : null,
    },
    failed: { title: 'Report not sent' },
    send: async ({ reason, statement }) => {
      if (reason !== null) await callApi(api.reports.report, { body: { kind, thingId, reason, statement } });
    },
    onDone: () => {
      toast({ title: 'Report sent', body: 'A person will read it and decide.' });
      close();
    },
  });
  const isUnsent = useUnsentForm(form, ['statement']);
  const { reason } = form.values;
  const hint = reason === 'copyright' || reason === 'other' ? hints[reason] : 'Optional.';
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={titles[kind]}
      isDismissable={!isUnsent}
      actions={
        <>
          <Button variant="quiet" onPress={close}>
            Cancel
          </Button>
          <Button onPress={form.submit} isPending={form.isBusy} pendingLabel="Sending...">
            Send report
          </Button>
        </>
      }
    >
      <form {...form.props} className="grid gap-5">
        <p className="text-muted">
          A person reads every report. After three dismissed reports, you can’t report for{' '}
          {daysWithoutReports} days.
        </p>
        <div data-field="reason">
          <SelectField
            label="Reason"
            placeholder="Choose a reason"
            options={reasonsOf[kind].map((value) => ({ value, label: takedownReasons[value] }))}
            value={reason}
            onChange={(chosen) => form.set({ reason: chosen })}
            error={form.errors.reason}
          />
        </div>
        <TextArea
          {...form.field('statement')}
          label="What’s wrong?"
          hint={hint}
          maxLength={reportStatementLength}
          rows={4}
        />
      </form>
    </Dialog>
  );
}
