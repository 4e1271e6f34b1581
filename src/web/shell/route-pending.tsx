import { product } from '#contract/product.ts';
import { LoadingScreen } from '#web/ui/display/loading-screen.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';

/** The whole window while the code of a page without a frame, or of the frame itself, is on its way. */
export function WindowPending() {
  return (
    <main>
      <LoadingScreen wordmark={product.wordmark}>Loading...</LoadingScreen>
    </main>
  );
}

/** The place of a page whose code is on its way. */
export function RoutePending() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-16 w-80 max-w-full" label="Loading..." />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
