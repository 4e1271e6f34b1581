import { Skeleton } from '#web/ui/skeleton.tsx';

/** Keeps the place of a served track while it is fetched. */
export function QueueSkeleton() {
  return (
    <div className="grid gap-8">
      <div className="grid items-center gap-x-8 gap-y-6 md:grid-cols-[minmax(0,18.75rem)_minmax(0,1fr)]">
        <Skeleton className="aspect-square w-55 rounded-full md:w-full" label="Loading the next track" />
        <div className="grid gap-5">
          <Skeleton className="h-7 w-56 max-w-full" />
          <Skeleton className="h-24 w-full max-w-lg" />
        </div>
      </div>
      <Skeleton className="h-35 w-full" />
      <Skeleton className="h-14 w-80 max-w-full" />
      <Skeleton className="h-60 w-full" />
    </div>
  );
}
