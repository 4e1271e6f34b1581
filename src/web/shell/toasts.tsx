import { useEffect } from 'react';
import { takeCarriedToast } from '#web/accounts/session/carried-toast.ts';
import { ToastRegion } from '#web/ui/display/toast.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';

/** Where messages appear, and the one that was carried over a full navigation. */
export function Toasts() {
  useEffect(() => {
    const carried = takeCarriedToast();
    if (carried !== null) toast(carried);
  }, []);
  return <ToastRegion label="Messages" closeLabel="Close message" />;
}
