import { useSyncExternalStore } from 'react';
import { onConnectionChange } from './connection.ts';

/** Shows on every page while the browser is offline. */
export function OfflineNotice() {
  return <OfflineLine isOnline={useSyncExternalStore(onConnectionChange, () => navigator.onLine)} />;
}

export function OfflineLine({ isOnline }: { isOnline: boolean }) {
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 flex justify-center">
      <p
        hidden={isOnline}
        className="min-h-14 border border-t-0 border-rose bg-panel px-4 py-1.5 font-semibold max-md:grow max-md:text-sm sm:min-h-0 sm:px-5 sm:py-2"
      >
        You’re offline. What you’ve written stays here until you’re back.
      </p>
    </div>
  );
}
