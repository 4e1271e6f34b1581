import { product } from '#contract/product.ts';
import { LoadingScreen } from '#web/ui/display/loading-screen.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';

/** Fills the window while the code of a frame, or of a page without one, loads. */
export function WindowPending() {
  return (
    <main>
      <LoadingScreen wordmark={product.wordmark}>Loading...</LoadingScreen>
    </main>
  );
}

/** Placeholder while a page's code loads. */
export function RoutePending() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-16 w-80 max-w-full" label="Loading..." />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
