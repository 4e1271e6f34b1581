import { Heart, Upload } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { buttonStyle } from '../controls/button-style.ts';
import { ConfirmDialog } from '../controls/confirm-dialog.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { linkStyle } from '../controls/link-style.ts';
import { TextField } from '../controls/text-field.tsx';
import { toast } from '../display/toast-queue.ts';

function Dialogs() {
  const [open, setOpen] = useState<'plain' | 'confirm' | null>(null);
  const change = (isOpen: boolean) => (isOpen ? undefined : setOpen(null));
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="quiet" onPress={() => setOpen('plain')}>
        Open dialog
      </Button>
      <Button variant="danger" onPress={() => setOpen('confirm')}>
        Delete…
      </Button>
      <Button
        variant="quiet"
        onPress={() => toast({ title: 'Saved', body: 'Your words are kept.', tone: 'earned' })}
      >
        Toast
      </Button>
      <Button variant="quiet" onPress={() => toast({ title: 'That did not work', tone: 'wrong' })}>
        Wrong toast
      </Button>
      <Dialog
        isOpen={open === 'plain'}
        onOpenChange={change}
        title="Request a payout"
        isDismissable
        actions={<Button onPress={() => setOpen(null)}>Send request</Button>}
      >
        <p className="text-muted">It goes to the address you gave.</p>
        <TextField label="Amount" prefix="$" inputMode="decimal" />
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        onOpenChange={change}
        title="Delete this track?"
        confirmLabel="Delete"
        cancelLabel="Keep it"
        tone="danger"
        onConfirm={() => setOpen(null)}
      >
        <p>It is gone for everyone, and so are its plays.</p>
      </ConfirmDialog>
    </div>
  );
}

export function GalleryActions() {
  const [isPending, setPending] = useState(false);
  const [liked, like] = useState(true);
  return (
    <section aria-label="Actions" className="grid gap-5">
      <h2 className="text-3xl">Actions</h2>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="large">Start listening</Button>
        <Button isPending={isPending} pendingLabel="Submitting…" onPress={() => setPending(!isPending)}>
          Submit
        </Button>
        <Button isPending pendingLabel="Submitting…">
          Submit
        </Button>
        <Button isDisabled>Listen for 18s more to submit</Button>
        <Button variant="quiet" icon={<Upload aria-hidden size={18} />}>
          Upload a track
        </Button>
        <Button variant="danger">Delete</Button>
        <Button variant="plain">Listen</Button>
        <Button size="small">Approve</Button>
        <Button size="small" variant="quiet">
          Reject
        </Button>
        <a className={buttonStyle({ variant: 'quiet' })} href="#kit">
          Upload as a link
        </a>
        <a className={linkStyle} href="#kit">
          read the rules
        </a>
        <IconButton label="Like" isPressed={liked} onPress={() => like(!liked)}>
          <Heart aria-hidden size={20} strokeWidth={1.75} fill={liked ? 'currentColor' : 'none'} />
        </IconButton>
      </div>
      <Dialogs />
    </section>
  );
}
