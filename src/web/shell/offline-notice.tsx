import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Says over every page that the connection is gone, for as long as it is. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-14 z-50 flex justify-center md:top-0"
    >
      {!isOnline && (
        <p className="border border-rose md:border-t-0 bg-panel px-5 py-2 font-semibold">
          You are offline. What you have written stays here until you are back.
        </p>
      )}
    </div>
  );
}
