import { Link } from '@tanstack/react-router';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { checkEmailBegun } from './credential-checks.ts';

interface RecoverFormProps {
  email: string;
  onEmailChange: (email: string) => void;
}

/** Asks for a recovery link. The response does not reveal whether the address is known. */
export function RecoverForm({ email, onEmailChange }: RecoverFormProps) {
  const form = useForm({
    initial: { email },
    checks: { email: checkEmailBegun },
    failed: { title: 'The link was not sent' },
    send: (typed) => callApi(api.accounts.recoverPassword, { body: { email: typed.email.trim() } }),
  });
  const field = form.field('email');
  return (
    <form {...form.props} className="grid gap-5">
      <h2 className="text-3xl">Forgot your password?</h2>
      {form.isDone ? (
        <p role="status" className="border-s-4 border-mint bg-raised p-4">
          If <strong className="wrap-anywhere">{field.value.trim()}</strong> has an account, a link to choose
          a new password is on its way. It works for 60 minutes.
        </p>
      ) : (
        <p className="text-muted">We’ll email you a link to choose a new one. It works for 60 minutes.</p>
      )}
      <TextField
        {...field}
        label="Email"
        type="email"
        autoComplete="username"
        onChange={(typed) => {
          field.onChange(typed);
          onEmailChange(typed);
        }}
      />
      <Button
        type="submit"
        wide
        size="large"
        isDisabled={!form.isComplete || form.isDone}
        isPending={form.isBusy}
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
