import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { failureText, toastFor } from '#web/calls/error-messages.ts';
import { actDone, actKey, isFinal } from '#web/calls/idempotency-key.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Switch } from '#web/ui/controls/switch.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';

const act = 'let-listeners-in';
const most = 1000;

/** Turns the waiting list on or off, shows it, and admits listeners. */
export function WaitingListPanel() {
  const {
    data: list,
    isError,
    error,
    refetch,
  } = useQuery({
    queryKey: queryKeys.admin.waitingList,
    queryFn: ({ signal }) => callApi(api.admin.readWaitingList, {}, { signal }),
  });
  const turn = useTurn();
  if (isError && list === undefined) {
    return (
      <LoadFailure title="The waiting list did not load" onRetry={() => void refetch()}>
        {failureText(error)}
      </LoadFailure>
    );
  }
  if (list === undefined) return null;
  return (
    <Panel title="Waiting list">
      <div className="grid gap-4">
        <Switch
          isSelected={list.listenersWait}
          onChange={turn.mutate}
          isDisabled={turn.isPending}
          hint="They can sign up, but wait before their first track. Turning this off lets everyone in."
        >
          New listeners wait
        </Switch>
        {list.waiting > 0 && (
          <>
            <p className="text-muted">
              {list.waiting === 1
                ? '1 listener is waiting'
                : `${list.waiting.toLocaleString('en-US')} listeners are waiting`}
              .
              {list.longestSince !== null && (
                <>
                  {list.waiting === 1 ? ' They joined ' : ' The first one joined '}
                  <TimeAgo date={list.longestSince} />.
                </>
              )}
            </p>
            <LetIn waiting={list.waiting} />
          </>
        )}
      </div>
    </Panel>
  );
}

function useTurn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (listenersWait: boolean) => callApi(api.admin.setWaitingList, { body: { listenersWait } }),
    onSuccess: (list) => queries.setQueryData(queryKeys.admin.waitingList, list),
    onError: (error) => toast(toastFor(error, { title: 'The waiting list did not change' })),
  });
}

function LetIn({ waiting }: { waiting: number }) {
  const [text, setText] = useState('');
  const queries = useQueryClient();
  const count = Number(text);
  const isCount = Number.isInteger(count) && count >= 1 && count <= most;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callApi(api.admin.letListenersIn, { body: { count }, idempotencyKey: actKey(act, text) }),
    onSuccess: ({ letIn, list }) => {
      actDone(act);
      setText('');
      queries.setQueryData(queryKeys.admin.waitingList, list);
      toast({ title: letIn === 1 ? '1 listener let in' : `${letIn} listeners let in` });
    },
    onError: (error) => {
      if (isFinal(error)) actDone(act);
      toast(toastFor(error, { title: 'Nobody was let in' }));
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isCount && !isPending) mutate();
  };
  return (
    <form aria-label="Let listeners in" onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="w-32">
        <TextField
          label="How many"
          inputMode="numeric"
          value={text}
          onChange={setText}
          placeholder={String(Math.min(waiting, most))}
        />
      </div>
      {/* Align with the input, whose hint takes space below it. */}
      <div className="pb-1.5">
        <Button type="submit" isDisabled={!isCount} isPending={isPending}>
          Let in
        </Button>
      </div>
    </form>
  );
}
