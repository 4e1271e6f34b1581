import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { suspensionReasonLength } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import type { UserRecord } from '#contract/operation/admin/admin-users.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { useProfile } from '#web/identity/profile/profile-queries.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { SentenceForm } from '../sentence-form.tsx';
import { succeeds } from '../succeeds.ts';

/** Payouts are stopped until an admin has talked to this listener; offers to lift the stop. */
export function PayoutStop({ user, stoppedAt }: { user: UserRecord; stoppedAt: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const queries = useQueryClient();
  const ownId = useProfile().data?.id;
  const lifting = useMutation({
    mutationFn: (reason: string) =>
      callApi(api.admin.liftPayoutStop, { params: { listenerId: user.id }, body: { reason } }),
    onSuccess: () =>
      toast({ title: 'Payout stop lifted', body: `Payouts of ${user.displayName} are on again.` }),
    onError: (error) => toast(toastFor(error, { title: 'The stop was not lifted' })),
    // Not awaited: the dialog closes before the page changes behind it.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.admin.all }),
  });
  return (
    <Panel
      title="Payouts stopped"
      level={3}
      tone="wrong"
      actions={
        user.id !== ownId && (
          <Button
            size="small"
            variant="quiet"
            isPending={lifting.isPending}
            onPress={() => setIsAsking(true)}
          >
            Lift the stop
          </Button>
        )
      }
    >
      <p className="max-w-prose">
        Someone at one of the account’s addresses used “This was not me” <TimeAgo date={stoppedAt} />. Nothing
        is sent until you talk to the listener and lift the stop.
      </p>
      {isAsking && (
        <SentenceForm
          title={`Resume payouts of ${user.displayName}?`}
          label="Reason, for the record"
          most={suspensionReasonLength}
          confirmLabel="Lift the stop"
          onClose={() => setIsAsking(false)}
          onConfirm={(reason) => succeeds(lifting.mutateAsync(reason))}
        >
          <p>
            Make sure you’ve talked to the account’s owner and that they chose a new password. A 72-hour hold
            stays in place.
          </p>
        </SentenceForm>
      )}
    </Panel>
  );
}
