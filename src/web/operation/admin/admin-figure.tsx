import type { ReactNode } from 'react';

/** Figures under a heading. */
export function FigureGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-display text-xl">{title}</h2>
      <dl className="grid">{children}</dl>
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
