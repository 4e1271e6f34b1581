import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { linkStyle } from '#web/ui/link-style.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';

interface RecoverFormProps {
  email: string;
  onEmailChange: (email: string) => void;
}

/** Asks for a recovery link. The answer does not tell whether the address is known. */
export function RecoverForm({ email, onEmailChange }: RecoverFormProps) {
  const act = useMutation({
    mutationFn: () => callApi(api.accounts.recoverPassword, { body: { email: email.trim() } }),
    onError: (error) => toast(toastFor(error, { title: 'The link was not sent' })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!act.isPending && email.includes('@')) act.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <h2 className="text-3xl">Forgot your password?</h2>
      {act.isSuccess ? (
        <p role="status" className="border-s-4 border-mint bg-raised p-4">
          If <strong className="break-all">{email.trim()}</strong> has an account, a link to choose a new
          password is on its way. It is good for 60 minutes.
        </p>
      ) : (
        <p className="text-muted">We mail you a link to choose a new one. It is good for 60 minutes.</p>
      )}
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(typed) => {
          onEmailChange(typed);
          if (act.isSuccess) act.reset();
        }}
      />
      <Button
        type="submit"
        wide
        size="large"
        isDisabled={!email.includes('@') || act.isSuccess}
        isPending={act.isPending}
        pendingLabel="Sending..."
      >
        Send the link
      </Button>
      <p>
        <Link
          to="/auth"
          search={(search) => ({ ...search, form: 'sign-in' })}
          className={`inline-flex min-h-11 items-center ${linkStyle}`}
        >
          Back to sign in
        </Link>
      </p>
    </form>
  );
}
