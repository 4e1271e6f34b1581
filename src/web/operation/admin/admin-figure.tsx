import { type ReactNode, useId } from 'react';

/** Figures or tables under a heading. */
export function AdminSection({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: string;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-4">
      <div className="grid gap-1">
        <h2 id={titleId} className="font-display text-xl">
          {title}
        </h2>
        {intro !== undefined && <p className="max-w-prose text-sm text-muted">{intro}</p>}
      </div>
      {children}
    </section>
  );
}

interface AdminFigureProps {
  name: string;
  what: ReactNode;
  children: ReactNode;
}

/** A figure with a one-line explanation. */
export function AdminFigure({ name, what, children }: AdminFigureProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 border-b border-line py-2.5">
      <dt className="grid">
        <span className="font-semibold">{name}</span>
        <span className="text-sm text-muted">{what}</span>
      </dt>
      <dd className="tabular text-end text-lg">{children}</dd>
    </div>
  );
}
