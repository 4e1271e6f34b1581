import { Suspense, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { Panel } from '#web/ui/display/panel.tsx';

const DeleteAccountDialog = lazyPart(
  async () => (await import('./delete-account-dialog.tsx')).default,
  MissingPart,
);

export function DeleteAccountPanel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title="Delete account" level={3} tone="wrong">
      <div className="grid justify-items-start gap-4">
        <p className="max-w-prose text-muted">
          Your name, address, picture and music are removed for good. Reviews you wrote stay, without your
          name. We’ll show any unpaid balance first.
        </p>
        <Button variant="danger" onPress={() => setOpen(true)}>
          Delete my account
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <DeleteAccountDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Panel>
  );
}
