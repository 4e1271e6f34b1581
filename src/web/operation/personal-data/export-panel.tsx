import { useMutation } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';

/** The link returns a file, so the page stays open. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** The export of all of the user's data, as a zip. */
export function ExportPanel() {
  const ask = useMutation({
    mutationFn: () => callApi(api.personalData.createExport, { body: {} }),
    onSuccess: ({ url }) => {
      download(url);
      toast({
        title: 'Your data is on its way',
        body: 'The download starts automatically.',
        act: 'The export did not start',
      });
    },
    onError: (error) => toast(toastFor(error, { title: 'The export did not start' })),
  });
  return (
    <Panel title="Export data" level={3}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-prose text-muted">
          A zip file with your profile, tracks, reviews, plays and payouts as JSON, your statement as CSV, and
          your own audio. You can export up to three times a day.
        </p>
        <p className="max-w-prose text-muted">
          With each track you’re served and each review you send, we record your network, browser and mailbox
          as one-way codes. They show which accounts belong together. We store them for 180 days, or for a
          year after you delete your account.
        </p>
        <p className="max-w-prose text-muted">
          With each review we also record how many letters you typed and pasted and how long you wrote, never
          which keys. If you paste several reviews in a row, a person reads them before they’re paid. We store
          this for 180 days. The zip has all of it.
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
