import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isRefusal } from '#web/api-failures.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { verifySecondFactor } from '../session/session.ts';
import { CodeField, codeError, mayBeCode } from './code-field.tsx';

interface SecondFactorFormProps {
  challenge: string;
  /** Back to e-mail and password. */
  onStartAgain: () => void;
}

/** The second step of a sign-in. */
export function SecondFactorForm({ challenge, onStartAgain }: SecondFactorFormProps) {
  const [code, setCode] = useState('');
  const verify = useMutation({
    mutationFn: () => verifySecondFactor({ challenge, code }),
    onError: (error) => {
      toast(toastFor(error, { title: 'Sign in failed' }));
      if (isRefusal(error, 'challenge_invalid')) onStartAgain();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayBeCode(code) && !verify.isPending) verify.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <h2 className="text-3xl">Two-factor sign-in</h2>
      <CodeField
        value={code}
        onChange={(typed) => {
          setCode(typed);
          if (verify.isError) verify.reset();
        }}
        error={codeError(verify.error)}
        takesRecoveryCode
        autoFocus
      />
      <Button
        type="submit"
        wide
        size="large"
        isDisabled={!mayBeCode(code)}
        isPending={verify.isPending}
        pendingLabel="Checking..."
      >
        Sign in
      </Button>
      <div>
        <Button variant="plain" onPress={onStartAgain}>
          Back to sign in
        </Button>
      </div>
    </form>
  );
}
