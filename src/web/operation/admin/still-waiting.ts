import { toast } from '#web/ui/display/toast-queue.ts';

/** Says why something is not sent: the same was sent before, its dialog was closed, and there is no response yet. */
export const sayStillWaiting = (act: string): void =>
  toast({
    title: 'Still waiting for the server',
    body: 'Your last try has no response yet. You can reload the page and send it again. Nothing is done twice.',
    tone: 'wrong',
    act,
  });
