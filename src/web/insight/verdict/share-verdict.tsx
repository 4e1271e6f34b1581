import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { verdictPicturePath } from '#contract/insight/verdict/verdict-rules.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

/** A public picture of the sentence, only while the artist has enabled it. */
export function ShareVerdict({ verdict: { track, staying, isShared } }: { verdict: Verdict }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (shared: boolean) =>
      callApi(api.verdict.shareVerdict, { params: { trackId: track.id }, body: { isShared: shared } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.reviews.verdict(track.id) }),
    onError: (error) => toast(toastFor(error, { title: 'Sharing failed' })),
  });
  if (staying.listeners === 0 || track.status !== 'active') return null;
  const path = verdictPicturePath(track.id);
  const sentence = `${staying.stayed} of ${staying.listeners} paid listeners stayed`;
  return (
    <section
      aria-labelledby="share-verdict"
      className="grid gap-4 border border-line bg-panel p-4 not-on-paper sm:p-5 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="grid content-start justify-items-start gap-3">
        <h2 id="share-verdict" className="text-2xl">
          Share it
        </h2>
        <p className="max-w-prose text-muted">
          {isShared
            ? 'Anyone with the link sees this picture. It says how many paid listeners stayed, and updates with the figure.'
            : `A picture that says: “${sentence}.” Nobody sees it until you share it.`}
        </p>
        <Button variant="quiet" onPress={() => mutate(!isShared)} isPending={isPending}>
          {isShared ? 'Stop sharing' : 'Share a picture'}
        </Button>
      </div>
      {isShared && (
        <a href={path} target="_blank" rel="noreferrer" className={linkStyle}>
          <img
            src={`${path}?${staying.stayed}-${staying.listeners}`}
            alt={sentence}
            width={1200}
            height={630}
            className="h-auto w-full border border-line"
          />
          Open the picture
        </a>
      )}
    </section>
  );
}
