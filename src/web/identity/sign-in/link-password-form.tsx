import type { ReactNode } from 'react';
import type { FormField, FormProps } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';

interface LinkPasswordFormProps {
  readonly form: {
    readonly props: FormProps;
    readonly field: (name: 'password') => FormField<string>;
    readonly isComplete: boolean;
    readonly isBusy: boolean;
  };
  readonly button: string;
  readonly children?: ReactNode;
}

/** Asks for the password before an emailed link takes effect. */
export function LinkPasswordForm({ form, button, children }: LinkPasswordFormProps) {
  return (
    <form {...form.props} className="grid max-w-md gap-5">
      <TextField
        {...form.field('password')}
        label="Password"
        type="password"
        autoComplete="current-password"
      />
      <div>
        <Button
          type="submit"
          size="large"
          isDisabled={!form.isComplete}
          isPending={form.isBusy}
          pendingLabel="Confirming..."
        >
          {button}
        </Button>
      </div>
      {children}
    </form>
  );
}
