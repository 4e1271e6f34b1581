import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { isRefusal } from '#web/api-failures.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { CodeField, codeError, mayBeCode } from '../second-factor/code-field.tsx';
import { useAskedCode } from '../second-factor/use-asked-code.ts';

const failed = 'The address was not changed';

/** Another e-mail address; it counts once the link mailed there was used. */
export function ChangeEmailForm({ current }: { current: string }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { needsCode, code, setCode, sentCode, askForCode } = useAskedCode();
  const ask = useMutation({
    mutationFn: () =>
      callApi(api.accounts.changeEmail, { body: { email: email.trim(), password, ...sentCode } }),
    onSuccess: () => {
      setPassword('');
      setCode('');
      toast({ title: 'Check your email', body: `We mailed a link to ${email.trim()}.`, act: failed });
    },
    onError: (error) => {
      if (!askForCode(error)) toast(toastFor(error, { title: failed }));
    },
  });
  const maySend = email.includes('@') && password !== '' && (!needsCode || mayBeCode(code));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (maySend && !ask.isPending) ask.mutate();
  };
  return (
    <Panel title="Change e-mail">
      <form noValidate onSubmit={submit} className="grid max-w-md gap-5">
        <p className="text-muted">
          You sign in as <strong className="break-all text-text">{current}</strong>.
        </p>
        <TextField
          label="New e-mail"
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
          hint="Nothing changes before you open the link that we mail there."
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(typed) => {
            setPassword(typed);
            if (isRefusal(ask.error, 'wrong_password')) ask.reset();
          }}
          error={isRefusal(ask.error, 'wrong_password') ? ask.error.message : undefined}
        />
        {needsCode && (
          <CodeField
            value={code}
            onChange={(typed) => {
              setCode(typed);
              if (ask.isError) ask.reset();
            }}
            error={codeError(ask.error)}
            takesRecoveryCode
            autoFocus
          />
        )}
        <div>
          <Button type="submit" isDisabled={!maySend} isPending={ask.isPending} pendingLabel="Sending...">
            Change e-mail
          </Button>
        </div>
      </form>
    </Panel>
  );
}
