import { waitText } from '#contract/wait-text.ts';
import { useWait } from '#web/calls/request-wait.ts';

/** Shows on every page how long the server will refuse requests. Reads continue by themselves afterwards. */
export function WaitNotice() {
  const seconds = useWait();
  return (
    <div className="pointer-events-none fixed inset-x-0 top-14 z-50 flex justify-center px-4 md:top-0">
      {seconds !== null && (
        <p className="tabular border border-brass-mark bg-panel px-3 py-2 font-semibold max-sm:text-sm sm:px-5 md:border-t-0">
          {/* An alert read out once, without the seconds, which would be repeated endlessly. */}
          <span role="alert">Too many requests</span>
          {`. Try again in ${waitText(seconds)}.`}
        </p>
      )}
    </div>
  );
}
