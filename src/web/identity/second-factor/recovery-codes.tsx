import { useUnsentText } from '#web/forms/use-unsent-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  useUnsentText(true, 'You won’t see these recovery codes again.');
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast({ title: 'Copied' }),
      () => toast({ title: 'Not copied', body: 'Please write the codes down.', tone: 'wrong' }),
    );
  return (
    <div className="grid gap-5" role="status">
      <p>
        Two-factor sign-in is on. Write down these recovery codes. Each one works once if you lose the app.{' '}
        <strong>You won’t see them again.</strong>
      </p>
      <ul className="tabular grid gap-x-8 gap-y-2 bg-raised p-4 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onPress={() => void copy()}>
          Copy
        </Button>
        <Button onPress={onDone}>I saved them</Button>
      </div>
    </div>
  );
}
