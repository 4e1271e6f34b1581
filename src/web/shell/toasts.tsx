import { useEffect } from 'react';
import { takeCarriedToast } from '#web/accounts/session/carried-toast.ts';
import { ToastRegion, toast } from '#web/ui/display/toast.tsx';

/** Where messages appear, and the one that was carried over a full navigation. */
export function Toasts() {
  useEffect(() => {
    const carried = takeCarriedToast();
    if (carried !== null) toast(carried);
  }, []);
  return <ToastRegion label="Messages" closeLabel="Close message" />;
}
