import { useMutation, useQuery } from '@tanstack/react-query';
import type { OpenSession } from '#contract/identity/accounts.ts';
import { failureText, toastFor } from '#web/calls/error-messages.ts';
import { confirmLoss } from '#web/forms/unsent-work.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { SteadyRows } from '#web/ui/display/steady-rows.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { signOut } from '../session/session.ts';
import { sessionsQuery, useSignOutOthers } from '../session/session-queries.ts';
import { deviceName } from './device-name.ts';

/** Every device that is signed in, and the ways to sign it out. */
export function SessionList() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const signOutOthers = useSignOutOthers();
  if (error !== null && data === undefined) {
    return (
      <LoadFailure title="Error loading sessions" onRetry={() => void refetch()}>
        {failureText(error)}
      </LoadFailure>
    );
  }
  return (
    <Panel title="Sessions" level={3} flush>
      <SteadyRows rows={data?.sessions.map(({ id }) => id) ?? []}>
        {data === undefined ? (
          <Skeleton className="h-32" label="Loading sessions" />
        ) : (
          <ul className="border-b border-line">
            {data.sessions.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                isPending={signOutOthers.isPending}
                onEnd={() => signOutOthers.mutate({ sessionId: session.id })}
              />
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-3 p-4 sm:p-5">
          <Button
            variant="quiet"
            isDisabled={data === undefined || data.sessions.length < 2}
            isPending={signOutOthers.isPending}
            onPress={() => signOutOthers.mutate('others')}
          >
            Sign out other devices
          </Button>
          <SignOutEverywhere />
        </div>
      </SteadyRows>
    </Panel>
  );
}

interface SessionItemProps {
  session: OpenSession;
  isPending: boolean;
  onEnd: () => void;
}

function SessionItem({ session, isPending, onEnd }: SessionItemProps) {
  const name = deviceName(session.device);
  return (
    <li className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-3 border-t border-line px-4 py-3 sm:px-5">
      <span className="min-w-0">
        <span className="block font-semibold">{name}</span>
        <span className="text-sm text-muted">
          Last seen <TimeAgo date={session.lastSeenAt} />,{' '}
          <span className="whitespace-nowrap">
            signed in <TimeAgo date={session.createdAt} />
          </span>
        </span>
      </span>
      {session.isCurrent ? (
        <Badge variant="earned">This device</Badge>
      ) : (
        <Button
          size="small"
          variant="quiet"
          isDisabled={isPending}
          onPress={onEnd}
          aria-label={`Sign out ${name}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function SignOutEverywhere() {
  const everywhere = useMutation({
    mutationFn: () => signOut('global'),
    onError: (error) => toast(toastFor(error, { title: 'Sign out failed' })),
  });
  const press = () => {
    if (confirmLoss('Sign out everywhere')) everywhere.mutate();
  };
  return (
    <Button variant="danger" isPending={everywhere.isPending} onPress={press}>
      Sign out everywhere
    </Button>
  );
}
