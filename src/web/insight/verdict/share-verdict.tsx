import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import {
  sharedPicturePath,
  sharedSentence,
  sharedVerdictPath,
} from '#contract/insight/verdict/shared-verdict.ts';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CopyLink } from '#web/ui/controls/copy-link.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

/** A public page of the sentence and the wave, only while the artist shares it. */
export function ShareVerdict({ verdict }: { verdict: Verdict }) {
  const { track, staying, verdictAddress } = verdict;
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (isShared: boolean) =>
      callApi(api.verdict.shareVerdict, { params: { trackId: track.id }, body: { isShared } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.reviews.verdict(track.id) }),
    onError: (error) => toast(toastFor(error, { title: 'Sharing failed' })),
  });
  if (staying.listeners === 0 || track.status !== 'active') return null;
  const isShared = verdictAddress !== null;
  const isNameless = track.isBlind && track.openPlaces > 0;
  return (
    <section
      aria-labelledby="share-verdict"
      className="grid gap-4 border border-line bg-panel p-4 not-on-paper sm:p-5 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="grid content-start justify-items-start gap-3">
        <h2 id="share-verdict" className="text-2xl">
          Share it
        </h2>
        <p className="max-w-prose text-muted">{shareText(verdict, isNameless)}</p>
        <div className="flex flex-wrap gap-2">
          {isShared && !isNameless && <CopyLink path={sharedVerdictPath(verdictAddress)} />}
          {(isShared || !isNameless) && (
            <Button variant="quiet" onPress={() => mutate(!isShared)} isPending={isPending}>
              {isShared ? 'Stop sharing' : 'Share this verdict'}
            </Button>
          )}
        </div>
      </div>
      {isShared && !isNameless && <SharedCard verdict={verdict} address={verdictAddress} />}
    </section>
  );
}

const sentenceOf = ({ staying: { listeners, stayed }, clusters }: Verdict): string =>
  sharedSentence({ listeners, stayed, moment: clusters[0] ?? null }).join('');

function shareText(verdict: Verdict, isNameless: boolean): string {
  const isShared = verdict.verdictAddress !== null;
  if (isNameless)
    return `Listeners review this track blind. ${isShared ? 'Its page comes back' : 'You can share its verdict'} once all its reviews are in.`;
  if (isShared)
    return 'Anyone with the link sees the title, your name, the sentence and the wave. They can’t play the track. If you stop sharing, the link stops working at once, but its picture may stay where it was posted.';
  return `A public page with the title, your name, the wave and this sentence: “${sentenceOf(verdict)}” Nobody sees it until you share it.`;
}

function SharedCard({ verdict, address }: { verdict: Verdict; address: string }) {
  const { stayed, listeners } = verdict.staying;
  return (
    <a href={sharedVerdictPath(address)} target="_blank" rel="noreferrer" className={linkStyle}>
      <img
        src={`${sharedPicturePath(address)}?${stayed}-${listeners}`}
        alt={sentenceOf(verdict)}
        width={1200}
        height={630}
        className="h-auto w-full border border-line"
      />
      Open the page
    </a>
  );
}
