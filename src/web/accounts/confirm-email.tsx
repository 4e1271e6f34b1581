import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { isRefusal } from '#web/api-failures.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { linkStyle } from '#web/ui/link-style.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { BadLink } from './bad-link.tsx';
import { CallbackFrame } from './callback-frame.tsx';
import { sessionState, signIn, tellTabsUserUpdated } from './session.ts';

const texts = {
  signup: {
    heading: 'Confirm your e-mail',
    lead: 'Enter the password you signed up with, and your account is open.',
    button: 'Confirm my e-mail',
    failed: 'The e-mail was not confirmed',
    done: { title: 'E-mail confirmed' },
    signInNext: 'You can sign in now.',
  },
  email_change: {
    heading: 'Confirm your new e-mail',
    lead: 'Enter your password, and your account uses this address.',
    button: 'Confirm my new address',
    failed: 'The address was not changed',
    done: { title: 'E-mail changed' },
    signInNext: 'Sign in with the new address from now on.',
  },
} as const;

type LinkType = keyof typeof texts;

/** Confirms, then signs in whoever is not signed in; a sign-in that fails is left to the sign-in page. */
async function confirmAndGoOn(type: LinkType, token: string, password: string): Promise<void> {
  const { email } = await callApi(api.accounts.confirmEmail, { body: { type, token, password } });
  if (type === 'email_change') tellTabsUserUpdated('address');
  if (type === 'signup') await signIn({ email, password }).catch(() => undefined);
}

/**
 * Asks for the password and a press: programs that look at mail follow links, too, and a mail that somebody else's
 * sign-up has caused must open nothing.
 */
export function ConfirmEmail({ type, token }: { type: LinkType; token: string }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const { heading, lead, button, failed, done, signInNext } = texts[type];
  const confirm = useMutation({
    mutationFn: () => confirmAndGoOn(type, token, password),
    onSuccess: () => {
      const isSignedIn = sessionState().status === 'signedIn';
      toast({ ...done, ...(isSignedIn ? {} : { body: signInNext }), tone: 'earned' });
      void navigate({ to: '/', replace: true });
    },
    onError: (error) => {
      const text = toastFor(error, { title: failed });
      toast(isRefusal(error, 'wrong_password') ? { ...text, body: wrongPassword[type] } : text);
    },
  });
  if (isRefusal(confirm.error, 'link_invalid')) {
    return <BadLink sendAgain={type}>{confirm.error.message}</BadLink>;
  }
  const isWrong = isRefusal(confirm.error, 'wrong_password');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '' && !confirm.isPending) confirm.mutate();
  };
  return (
    <CallbackFrame>
      <PageHeading lead={lead}>{heading}</PageHeading>
      <form noValidate onSubmit={submit} className="grid max-w-md gap-5">
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(typed) => {
            setPassword(typed);
            if (isWrong) confirm.reset();
          }}
          error={isWrong ? wrongPassword[type] : undefined}
        />
        <div>
          <Button
            type="submit"
            size="large"
            isDisabled={password === ''}
            isPending={confirm.isPending}
            pendingLabel="Confirming..."
          >
            {button}
          </Button>
        </div>
        <p>
          <Link
            to="/auth"
            search={{ form: 'recover' }}
            className={`inline-flex min-h-11 items-center ${linkStyle}`}
          >
            Forgot your password?
          </Link>
        </p>
      </form>
    </CallbackFrame>
  );
}

const wrongPassword = {
  signup:
    'This is not the password of the latest sign-up with this address. Choose a new one if you forgot it.',
  email_change: 'This is not the password of your account.',
} as const satisfies Record<LinkType, string>;
