import { useState } from 'react';
import type { PrivateLink } from '#contract/music/circle/circle.ts';
import { privateLinkPath } from '#contract/music/circle/circle-rules.ts';
import { failureText, toastFor } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx';
import { CopyLink } from '#web/ui/controls/copy-link.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { currentTime } from '#web/ui/display/current-time.ts';
import { dateText } from '#web/ui/display/day.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { ChangeLink, CreateLink } from './link-form.tsx';
import { LinkGuests } from './link-guests.tsx';
import { useChangeLink, usePrivateLinks } from './links-queries.ts';

interface PrivateLinksProps {
  trackId: string;
  /** Others cannot get new links, and theirs have ended. */
  isActive: boolean;
  onPlay: (second: number) => void;
}

/** The links that play the user's own track without an account, and what their guests did and left. */
export function PrivateLinks({ trackId, isActive, onPlay }: PrivateLinksProps) {
  const { data: links, isError, error, isFetching, refetch } = usePrivateLinks(trackId);
  const [isCreating, setCreating] = useState(false);
  if (links === undefined)
    return isError ? (
      <LoadFailure title="Your links did not load" onRetry={() => void refetch()} isRetrying={isFetching}>
        {failureText(error)}
      </LoadFailure>
    ) : (
      <Skeleton className="h-24 w-full" label="Loading your links" />
    );
  return (
    <div className="grid justify-items-start gap-4">
      {links.length === 0 && (
        <p className="max-w-prose text-muted">
          Send the track to your producer, your band or a few fans. They need no account. What they do never
          counts in your figures, and you see how far they are from strangers.
        </p>
      )}
      {isActive && (
        <Button variant="quiet" onPress={() => setCreating(true)}>
          New link
        </Button>
      )}
      {links.length > 0 && (
        <ul className="grid w-full border-b border-line">
          {links.map((link) => (
            <LinkRow key={link.id} trackId={trackId} link={link} onPlay={onPlay} />
          ))}
        </ul>
      )}
      {isCreating && <CreateLink trackId={trackId} close={() => setCreating(false)} />}
    </div>
  );
}

function endText({ isOpen, revokedAt, expiresAt }: PrivateLink): string {
  if (isOpen) return `open until ${dateText(expiresAt)}`;
  if (revokedAt !== null) return 'revoked';
  return new Date(expiresAt) <= currentTime() ? 'expired' : 'ended with the track';
}

function LinkRow({
  trackId,
  link,
  onPlay,
}: {
  trackId: string;
  link: PrivateLink;
  onPlay: PrivateLinksProps['onPlay'];
}) {
  const [act, setAct] = useState<'change' | 'revoke'>();
  const { name, address, devices, deviceLimit, refusedDevices, isOpen, revokedAt } = link;
  const close = () => setAct(undefined);
  return (
    <li className="grid gap-3 border-t border-line py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h3 dir="auto" className="text-lg wrap-anywhere">
            {name}
          </h3>
          <p className="tabular flex flex-wrap gap-x-3 text-sm text-muted">
            <span>{endText(link)}</span>
            <span>{`${devices.length} of ${deviceLimit} devices`}</span>
            {refusedDevices > 0 && <span className="text-rose">{`${refusedDevices} refused`}</span>}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {isOpen && <CopyLink path={privateLinkPath(address)} name={name} variant="quiet" size="small" />}
          {revokedAt === null && (
            <Button variant="quiet" size="small" onPress={() => setAct('change')}>
              Change<span className="sr-only"> {name}</span>
            </Button>
          )}
          {isOpen && (
            <Button variant="quiet" size="small" onPress={() => setAct('revoke')}>
              Revoke<span className="sr-only"> {name}</span>
            </Button>
          )}
        </div>
      </div>
      {devices.length > 0 && <LinkGuests link={link} onPlay={onPlay} />}
      {isOpen && devices.length === 0 && (
        <a
          href={privateLinkPath(address)}
          target="_blank"
          rel="noreferrer"
          className={`${linkStyle} lone-link justify-self-start text-sm`}
        >
          See the page<span className="sr-only"> of {name}</span>
        </a>
      )}
      {act === 'change' && <ChangeLink trackId={trackId} link={link} close={close} />}
      {act === 'revoke' && <RevokeLink trackId={trackId} link={link} close={close} />}
    </li>
  );
}

function RevokeLink({ trackId, link, close }: { trackId: string; link: PrivateLink; close: () => void }) {
  const { mutate, isPending } = useChangeLink(trackId, link.id);
  const revoke = () =>
    mutate(
      { isRevoked: true },
      {
        onSuccess: () => {
          toast({ title: 'Link revoked' });
          close();
        },
        onError: (error) => toast(toastFor(error, { title: 'Not revoked' })),
      },
    );
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title={`Revoke “${link.name}”?`}
      confirmLabel="Revoke"
      cancelLabel="Cancel"
      tone="danger"
      isPending={isPending}
      onConfirm={revoke}
    >
      <p>It stops playing at once, on every device, and for good. What guests left stays with you.</p>
    </ConfirmDialog>
  );
}
