import { useSyncExternalStore } from 'react';
import { onConnectionChange } from './connection.ts';

/** Says over every page that the connection is gone, for as long as it is. */
export function OfflineNotice() {
  return <OfflineLine isOnline={useSyncExternalStore(onConnectionChange, () => navigator.onLine)} />;
}

export function OfflineLine({ isOnline }: { isOnline: boolean }) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-14 z-50 flex justify-center md:top-0"
    >
      <p hidden={isOnline} className="border border-rose md:border-t-0 bg-panel px-5 py-2 font-semibold">
        You are offline. What you have written stays here until you are back.
      </p>
    </div>
  );
}
