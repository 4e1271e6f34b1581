import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { isRefusal } from '#web/api-failures.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { notTurnedOn } from '../second-factor/confirm-factor-form.tsx';

interface PasswordStepProps {
  onBegun: (begun: { secret: string; link: string }) => void;
}

/** The first step of turning two-factor sign-in on: the password again. */
export function PasswordStep({ onBegun }: PasswordStepProps) {
  const [password, setPassword] = useState('');
  const begin = useMutation({
    mutationFn: () => callApi(api.accounts.beginSecondFactor, { body: { password } }),
    onSuccess: onBegun,
    onError: (error) => toast(toastFor(error, { title: notTurnedOn })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '' && !begin.isPending) begin.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-5">
      <p className="text-muted">
        Signing in then takes your password and a code of an authenticator app on your phone.
      </p>
      <TextField
        label="Password for two-factor sign-in"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(typed) => {
          setPassword(typed);
          if (begin.isError) begin.reset();
        }}
        error={isRefusal(begin.error, 'wrong_password') ? begin.error.message : undefined}
      />
      <div>
        <Button
          type="submit"
          isDisabled={password === ''}
          isPending={begin.isPending}
          pendingLabel="Checking..."
        >
          Turn on
        </Button>
      </div>
    </form>
  );
}
