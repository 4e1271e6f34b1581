import { encode } from 'uqr';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { CodeField, checkCode, codeRefusals } from './code-field.tsx';

/** The title of both steps' failure toasts. */
export const notTurnedOn = 'Two-factor sign-in was not turned on';

interface ConfirmFactorFormProps {
  secret: string;
  link: string;
  onCancel: () => void;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** The second step: the user adds the secret to an app and confirms with its first code. */
export function ConfirmFactorForm({ secret, link, onCancel, onConfirmed }: ConfirmFactorFormProps) {
  const form = useForm({
    initial: { code: '' },
    checks: { code: checkCode },
    refusals: codeRefusals,
    failed: { title: notTurnedOn },
    send: (body) => callApi(api.accounts.finishSecondFactor, { body }),
    onDone: ({ recoveryCodes }) => {
      toast({ title: 'Two-factor sign-in is on', act: notTurnedOn });
      onConfirmed(recoveryCodes);
    },
  });
  return (
    <form {...form.props} className="grid gap-5">
      <p>Scan the QR code with an authenticator app, or type in the key.</p>
      <div className="flex flex-wrap items-start gap-6">
        <QrSquare text={link} label="QR code for an authenticator app" />
        <div className="grid max-w-xs gap-3">
          <p className="tabular text-lg font-semibold" data-testid="secret">
            {secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}
          </p>
          <a href={link} className={`inline-flex min-h-11 items-center ${linkStyle}`}>
            Open in an app on this device
          </a>
        </div>
      </div>
      <div className="max-w-md">
        <CodeField {...form.field('code')} autoFocus />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          isDisabled={!form.isComplete}
          isPending={form.isBusy}
          pendingLabel="Checking..."
        >
          Confirm
        </Button>
        <Button variant="quiet" onPress={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** A QR code. Dark on light in both themes, because many scanners need that. */
function QrSquare({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-48"
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
