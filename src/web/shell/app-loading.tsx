import { useEffect, useState } from 'react';
import { product } from '#contract/product.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { useWait } from '#web/calls/request-wait.ts';
import { signOut } from '#web/identity/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LoadingScreen } from '#web/ui/display/loading-screen.tsx';

const patience = 10_000;
const unreachable = `${product.name} can’t be reached right now. Try again in a moment.`;

/** The full-page loading screen. After ten seconds or a failure it offers Retry. */
export function AppLoading({ failure, onRetry }: { failure: Error | null; onRetry: () => void }) {
  const hasFailed = failure !== null;
  const [isLate, setLate] = useState(false);
  // It continues by itself when the server accepts requests again.
  const isWaiting = useWait() !== null;
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main>
      <LoadingScreen wordmark={product.wordmark}>
        {hasFailed ? failureText(failure, unreachable) : 'Loading...'}
      </LoadingScreen>
      {(isLate || hasFailed) && (
        <div className="fixed inset-x-0 top-[62%] flex justify-center gap-3">
          <Button onPress={onRetry} isDisabled={isWaiting}>
            Retry
          </Button>
          <Button variant="quiet" onPress={() => void signOut()}>
            Sign Out
          </Button>
        </div>
      )}
    </main>
  );
}
