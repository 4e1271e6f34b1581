import { Skeleton } from '#web/ui/display/skeleton.tsx';

/** Placeholder while the served track loads. */
export function QueueSkeleton() {
  return (
    <div className="grid gap-3 md:gap-8">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-3 md:grid-cols-[minmax(0,min(18.75rem,40%))_minmax(0,1fr)] md:gap-y-5 md:gap-x-8">
        <Skeleton
          className="aspect-square w-20 rounded-full md:row-span-2 md:w-full"
          label="Loading the next track"
        />
        <Skeleton className="h-7 w-56 max-w-full md:self-end" />
        <Skeleton className="col-span-2 h-24 w-full max-w-lg md:col-span-1 md:self-start" />
      </div>
      <Skeleton className="my-6 h-[clamp(80px,17vh,140px)] w-full" />
      <Skeleton className="h-14 w-80 max-w-full" />
      <Skeleton className="h-60 w-full" />
    </div>
  );
}
