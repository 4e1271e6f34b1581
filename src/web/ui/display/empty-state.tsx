import type { ReactNode } from 'react';

export interface EmptyStateProps {
  title: string;
  /** What to do next. */
  children?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
}

/** A silent record: even grooves. */
function BlankRecord() {
  const grooves = [46, 41, 36, 31, 26, 21];
  return (
    <svg aria-hidden="true" viewBox="0 0 100 100" className="size-28 shrink-0 text-rest">
      {grooves.map((r) => (
        <circle key={r} cx="50" cy="50" r={r} fill="none" stroke="currentColor" />
      ))}
      <circle cx="50" cy="50" r="13" className="fill-raised" />
      <circle cx="50" cy="50" r="2.5" fill="currentColor" />
    </svg>
  );
}

export function EmptyState({ title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="flex flex-col items-start gap-6 border border-line p-6 sm:flex-row sm:items-center sm:p-8">
      <BlankRecord />
      <div className="grid justify-items-start gap-2">
        <Heading className="text-2xl">{title}</Heading>
        {children !== undefined && <div className="max-w-prose text-pretty text-muted">{children}</div>}
        {action !== undefined && <div className="pt-2">{action}</div>}
      </div>
    </div>
  );
}
