import { toast } from '../display/toast-queue.ts';
import { Button } from './button.tsx';
import type { ButtonLook } from './button-style.ts';

/** The address is not in the page's own text, so it is copied or opened. */
export function CopyLink({
  path,
  name,
  ...look
}: { path: string; name?: string } & Omit<ButtonLook, 'wide'>) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.origin + path);
      toast({ title: 'Link copied' });
    } catch {
      toast({ title: 'Copying failed', body: 'Open the page and copy its address.', tone: 'wrong' });
    }
  };
  return (
    <Button {...look} onPress={() => void copy()}>
      Copy the link{name !== undefined && <span className="sr-only"> {name}</span>}
    </Button>
  );
}
