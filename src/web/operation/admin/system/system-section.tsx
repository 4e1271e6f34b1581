import { type ReactNode, useId } from 'react';

/** Figures and a list under a heading. */
export function SystemSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-4">
      <h2 id={titleId} className="font-display text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Figures side by side, one below the other on a phone. */
export const SystemFigureList = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-x-12 lg:grid-cols-2">{children}</dl>
);
