import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { isRefusal } from '#web/api-failures.ts';
import { failureText } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { toast } from '#web/ui/toast.tsx';
import { BadLink } from './bad-link.tsx';
import { CallbackFrame } from './callback-frame.tsx';
import { tellTabsUserUpdated } from './session.ts';

const texts = {
  signup: {
    heading: 'Confirm your e-mail',
    lead: 'One press, and your account is open.',
    button: 'Confirm my e-mail',
    done: { title: 'E-mail confirmed', body: 'You can sign in now.' },
  },
  email_change: {
    heading: 'Confirm your new e-mail',
    lead: 'One press, and your account uses this address.',
    button: 'Confirm my new address',
    done: { title: 'E-mail changed', body: 'Sign in with the new address from now on.' },
  },
} as const;

/** Asks for a click, because programs that look at mail follow links, too. */
export function ConfirmEmail({ type, token }: { type: 'signup' | 'email_change'; token: string }) {
  const navigate = useNavigate();
  const { heading, lead, button, done } = texts[type];
  const confirm = useMutation({
    mutationFn: () => callApi(api.accounts.confirmEmail, { body: { type, token } }),
    onSuccess: () => {
      if (type === 'email_change') tellTabsUserUpdated();
      toast({ ...done, tone: 'earned' });
      void navigate({ to: '/', replace: true });
    },
  });
  if (isRefusal(confirm.error, 'link_invalid')) {
    return <BadLink sendAgain={type}>{confirm.error.message}</BadLink>;
  }
  return (
    <CallbackFrame>
      <PageHeading lead={lead}>{heading}</PageHeading>
      {confirm.error !== null && (
        <p role="alert" className="text-rose">
          {failureText(confirm.error)}
        </p>
      )}
      <div>
        <Button
          size="large"
          isPending={confirm.isPending}
          pendingLabel="Confirming..."
          onPress={() => confirm.mutate()}
        >
          {button}
        </Button>
      </div>
    </CallbackFrame>
  );
}
