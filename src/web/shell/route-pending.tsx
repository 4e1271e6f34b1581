import { Skeleton } from '#web/ui/skeleton.tsx';

/** The place of a page whose code is on its way. */
export function RoutePending() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-16 w-80 max-w-full" label="Loading..." />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
