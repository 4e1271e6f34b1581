import { type ReactNode, useState } from 'react';
import type { Form } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { ReasonList } from '../settings/reason-list.tsx';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface CredentialsFormProps {
  form: Form<Credentials>;
  passwordKind: 'current-password' | 'new-password';
  onEmailChange: (email: string) => void;
  submitLabel: string;
  pendingLabel: string;
  /** Why the server rejected the password. */
  passwordReasons?: readonly string[];
  passwordHint?: string;
  children?: ReactNode;
}

/** Email and password. A failed submit shows the errors at the fields and focuses the first one. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { form, passwordKind, onEmailChange, passwordReasons = [], passwordHint } = props;
  const [isShown, setShown] = useState(false);
  const email = form.field('email');
  return (
    <form {...form.props} className="grid gap-5">
      <TextField
        {...email}
        label="Email"
        type="email"
        autoComplete="username"
        onChange={(typed) => {
          email.onChange(typed);
          onEmailChange(typed);
        }}
      />
      <div className="grid gap-3">
        <TextField
          {...form.field('password')}
          label="Password"
          type={isShown ? 'text' : 'password'}
          autoComplete={passwordKind}
          {...(passwordHint === undefined ? {} : { hint: passwordHint })}
        />
        <ReasonList reasons={passwordReasons} />
        <Checkbox isSelected={isShown} onChange={setShown}>
          Show password
        </Checkbox>
      </div>
      {props.children}
      <Button type="submit" wide size="large" isPending={form.isBusy} pendingLabel={props.pendingLabel}>
        {props.submitLabel}
      </Button>
    </form>
  );
}
