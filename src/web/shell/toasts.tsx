import { useEffect } from 'react';
import { takeCarriedToast } from '#web/identity/session/carried-toast.ts';
import { ToastRegion } from '#web/ui/display/toast.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';

/** Shows toasts, including one carried over a full page load. */
export function Toasts() {
  useEffect(() => {
    const carried = takeCarriedToast();
    if (carried !== null) toast(carried);
  }, []);
  return <ToastRegion label="Messages" closeLabel="Close message" />;
}
