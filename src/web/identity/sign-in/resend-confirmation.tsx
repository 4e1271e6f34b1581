import { useMutation } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';

const notSent = 'The link was not sent';

interface ResendProps {
  email: string;
  isDisabled?: boolean;
  /** The failed action that this fixes, whose message is dismissed. */
  act?: string;
}

/** Sends the confirmation link again. The response does not reveal whether the address is known. */
export function ResendConfirmation({ email, isDisabled = false, act = notSent }: ResendProps) {
  const resend = useMutation({
    mutationFn: () => callApi(api.accounts.resendConfirmation, { body: { email } }),
    onSuccess: () =>
      toast({
        title: 'Check your email',
        body: `If ${email} still needs to be confirmed, a new link is on its way.`,
        act,
      }),
    onError: (error) => toast(toastFor(error, { title: notSent, act })),
  });
  return (
    <Button
      variant="quiet"
      isDisabled={isDisabled}
      isPending={resend.isPending}
      pendingLabel="Sending..."
      onPress={() => resend.mutate()}
    >
      Send again
    </Button>
  );
}
