import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { minimumPayout } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { DeletionOutlook } from '#contract/operation/personal-data/personal-data.ts';
import { plainCode } from '#contract/plain-text.ts';
import { callApi } from '#web/calls/api.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { failureText, toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { signOut } from '#web/identity/session/session.ts';
import { CodeField, codeError, mayBeCode } from '#web/identity/settings/code-field.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';

const confirmation = 'DELETE';
const failed = 'Your account was not deleted';

/** Says what will be lost, then asks for the password and a typed word. */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const outlook = useQuery({
    queryKey: queryKeys['personal-data'].deletion,
    queryFn: ({ signal }) => callApi(api.personalData.readDeletion, {}, { signal }),
    staleTime: 0,
  });
  const [typed, setTyped] = useState({ password: '', code: '', word: '' });
  const [givesUp, setGivesUp] = useState(false);
  const remove = useMutation({
    mutationFn: ({ availableCents, needsCode }: DeletionOutlook) =>
      callApi(api.personalData.deleteAccount, {
        body: {
          password: typed.password,
          ...(needsCode ? { code: typed.code } : {}),
          confirmation,
          forfeitCents: availableCents,
        },
      }),
    onSuccess: async () => {
      await signOut();
      toast({ title: 'Your account was deleted', body: 'We sent you one last email about it.', act: failed });
    },
    onError: (error) => {
      setGivesUp(false);
      void queries.invalidateQueries({ queryKey: queryKeys['personal-data'].deletion });
      toast(toastFor(error, { title: failed }));
    },
  });
  const found = outlook.data;
  const obstacle = found === undefined ? null : obstacleOf(found);
  const mayDelete =
    found !== undefined &&
    obstacle === null &&
    typed.password !== '' &&
    plainCode(typed.word) === confirmation &&
    (!found.needsCode || mayBeCode(typed.code)) &&
    (found.availableCents === 0 || givesUp);
  const type = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part });
    if (remove.isError) remove.reset();
  };
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete your account"
      confirmLabel="Delete my account"
      cancelLabel="Keep my account"
      tone="danger"
      isPending={remove.isPending}
      pendingLabel="Deleting..."
      isConfirmDisabled={!mayDelete}
      onConfirm={() => found !== undefined && remove.mutate(found)}
    >
      {outlook.isError && <p className="text-rose">{failureText(outlook.error)}</p>}
      {found === undefined && !outlook.isError && <Skeleton className="h-40 w-full" label="Loading..." />}
      {obstacle !== null && <p className="font-medium text-rose">{obstacle}</p>}
      {found !== undefined && obstacle === null && (
        <div className="grid gap-5">
          <Losses outlook={found} />
          {found.availableCents > 0 && (
            <Checkbox isSelected={givesUp} onChange={setGivesUp}>
              {`I give up the ${formatCents(found.availableCents)} in my wallet`}
            </Checkbox>
          )}
          <TextField
            label="Your password"
            type="password"
            autoComplete="current-password"
            value={typed.password}
            onChange={(password) => type({ password })}
            error={isRefusal(remove.error, 'wrong_password') ? remove.error.message : undefined}
          />
          {found.needsCode && (
            <CodeField
              value={typed.code}
              onChange={(code) => type({ code })}
              error={codeError(remove.error)}
              takesRecoveryCode
            />
          )}
          <TextField
            label={`Type ${confirmation} to confirm`}
            autoComplete="off"
            value={typed.word}
            onChange={(word) => type({ word })}
          />
        </div>
      )}
    </ConfirmDialog>
  );
}

/** What has to be done first; null if nothing prevents the deletion. */
function obstacleOf({
  pendingCents,
  hasRefundUnderWay,
  hasRenewingPlan,
  isAdmin,
}: DeletionOutlook): string | null {
  if (isAdmin)
    return 'You’re an admin. The operator has to remove that role before you can delete this account.';
  if (pendingCents > 0)
    return `A payout of ${formatCents(pendingCents)} isn’t finished. Cancel it, or wait until it arrives. If it waits for your next payout, change your destination, and we send it at once.`;
  if (hasRefundUnderWay) return 'Your refund isn’t confirmed yet. You can delete your account once it is.';
  if (hasRenewingPlan) return 'Your plan would keep billing you. Cancel it first, under Subscription.';
  return null;
}

function Losses({ outlook }: { outlook: DeletionOutlook }) {
  const { availableCents, pendingReviews, activeTracks } = outlook;
  const losses = [
    'We sign you out everywhere and erase your name, address, bio and picture.',
    activeTracks > 0 &&
      `We remove your ${activeTracks === 1 ? 'track' : `${activeTracks} tracks`} and the audio.`,
    availableCents > 0 &&
      `You lose the ${formatCents(availableCents)} in your wallet. With ${formatCents(minimumPayout)} or more, you can request a payout first.`,
    pendingReviews > 0 &&
      `You lose what ${pendingReviews === 1 ? 'your pending review' : `your ${pendingReviews} pending reviews`} would earn.`,
  ].filter((loss) => loss !== false);
  return (
    <div className="grid gap-2">
      <p>This can’t be undone.</p>
      <ul className="grid list-disc gap-1 ps-5 text-muted">
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
    </div>
  );
}
