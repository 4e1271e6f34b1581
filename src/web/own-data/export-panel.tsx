import { useMutation } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';

/** The answer of the link is a file, so the page stays where it is. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Everything of one's own, as a zip. */
export function ExportPanel() {
  const ask = useMutation({
    mutationFn: () => callApi(api.ownData.createExport, { body: {} }),
    onSuccess: ({ url }) => {
      download(url);
      toast({
        title: 'Your data is on its way',
        body: 'The download starts by itself.',
        act: 'The export did not start',
      });
    },
    onError: (error) => toast(toastFor(error, { title: 'The export did not start' })),
  });
  return (
    <Panel title="Export data" level={3}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-prose text-muted">
          A zip with your profile, tracks, reviews, plays and payouts as JSON, every movement of money as CSV,
          and your own audio. Three times a day at most.
        </p>
        <p className="max-w-prose text-muted">
          With each track served and each review sent we record, unreadable to us, from which network and
          browser it came and the mailbox of the account. It shows accounts that belong together, is kept for
          180 days (a year after an account is deleted), and is part of the zip.
        </p>
        <p className="max-w-prose text-muted">
          With each review we also record how many of its letters were typed and pasted and the time at the
          text, never which keys. When several in a row are pasted, a person reads them before they are paid.
          It is kept for 180 days, and is part of the zip.
        </p>
        <Button
          variant="quiet"
          onPress={() => ask.mutate()}
          isPending={ask.isPending}
          pendingLabel="Preparing..."
        >
          Export my data
        </Button>
      </div>
    </Panel>
  );
}
