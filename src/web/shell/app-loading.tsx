import { useEffect, useState } from 'react';
import { product } from '#contract/product.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { useWait } from '#web/calls/request-wait.ts';
import { signOut } from '#web/identity/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LoadingScreen } from '#web/ui/display/loading-screen.tsx';

const patience = 10_000;
export const unreachable = `${product.name} can’t be reached right now. Try again in a moment.`;

export interface LoadingProps {
  failure: Error | null;
  onRetry: () => void;
}

/** Whether the server has not answered for ten seconds. */
export function useLateness(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/** The full-page loading screen. After ten seconds or a failure it offers Retry. */
export function AppLoading({ failure, onRetry }: LoadingProps) {
  const hasFailed = failure !== null;
  const isLate = useLateness();
  // It continues by itself when the server accepts requests again.
  const isWaiting = useWait() !== null;
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
