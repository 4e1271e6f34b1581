import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ReasonList } from '../settings/reason-list.tsx';
import { type CredentialErrors, type Credentials, credentialErrors } from './credential-errors.ts';

interface CredentialsFormProps {
  form: 'sign-in' | 'sign-up';
  email: string;
  onEmailChange: (email: string) => void;
  submitLabel: string;
  pendingLabel: string;
  isPending: boolean;
  /** The server's reasons against the password. */
  passwordReasons?: readonly string[];
  passwordHint?: string;
  /** What the server said about the last password no longer counts. */
  onPasswordEdit?: () => void;
  onSubmit: (credentials: Credentials) => void;
  children?: ReactNode;
}

/** E-mail and password. A failed submit says at the fields what to do and focuses the first bad one. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { form, email, onEmailChange, isPending, passwordReasons = [], onSubmit } = props;
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const [errors, setErrors] = useState<CredentialErrors>({});
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const found = credentialErrors({ email, password }, form);
    setErrors(found);
    if (found.email !== undefined) emailInput.current?.focus();
    else if (found.password !== undefined) passwordInput.current?.focus();
    else onSubmit({ email: email.trim(), password });
  };

  const passwordError =
    errors.password ?? (passwordReasons.length > 0 ? 'Choose another password.' : undefined);
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        inputRef={emailInput}
        value={email}
        onChange={(typed) => {
          onEmailChange(typed);
          setErrors({ ...errors, email: undefined });
        }}
        error={errors.email}
      />
      <div className="grid gap-3">
        <TextField
          label="Password"
          type={isShown ? 'text' : 'password'}
          name="password"
          autoComplete={form === 'sign-in' ? 'current-password' : 'new-password'}
          inputRef={passwordInput}
          value={password}
          onChange={(typed) => {
            setPassword(typed);
            setErrors({ ...errors, password: undefined });
            if (passwordReasons.length > 0) props.onPasswordEdit?.();
          }}
          error={passwordError}
          {...(props.passwordHint === undefined ? {} : { hint: props.passwordHint })}
        />
        <ReasonList reasons={passwordReasons} />
        <Checkbox isSelected={isShown} onChange={setShown}>
          Show password
        </Checkbox>
      </div>
      {props.children}
      <Button type="submit" wide size="large" isPending={isPending} pendingLabel={props.pendingLabel}>
        {props.submitLabel}
      </Button>
    </form>
  );
}
