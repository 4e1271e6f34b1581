import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { isRefusal } from '#web/api-failures.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { CodeField, codeError, mayBeCode } from './code-field.tsx';

const failed = 'Two-factor sign-in was not turned off';

interface RemoveFactorFormProps {
  recoveryCodesLeft: number;
  onRemoved: () => void;
}

/** Turns two-factor sign-in off, with the password and a code. */
export function RemoveFactorForm({ recoveryCodesLeft, onRemoved }: RemoveFactorFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useMutation({
    mutationFn: () => callApi(api.accounts.removeSecondFactor, { body: { password, code } }),
    onSuccess: () => {
      toast({ title: 'Two-factor sign-in is off', act: failed });
      onRemoved();
    },
    onError: (error) => toast(toastFor(error, { title: failed })),
  });
  const maySend = password !== '' && mayBeCode(code);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (maySend && !remove.isPending) remove.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-5">
      <p className="text-muted">
        Signing in takes a code of your authenticator app. Recovery codes left: {recoveryCodesLeft}.
      </p>
      <TextField
        label="Password for two-factor sign-in"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(typed) => {
          setPassword(typed);
          if (remove.isError) remove.reset();
        }}
        error={isRefusal(remove.error, 'wrong_password') ? remove.error.message : undefined}
      />
      <CodeField
        value={code}
        onChange={(typed) => {
          setCode(typed);
          if (remove.isError) remove.reset();
        }}
        error={codeError(remove.error)}
        takesRecoveryCode
      />
      <div>
        <Button
          type="submit"
          variant="danger"
          isDisabled={!maySend}
          isPending={remove.isPending}
          pendingLabel="Turning off..."
        >
          Turn off
        </Button>
      </div>
    </form>
  );
}
