import type { ReactNode } from 'react';

export interface PageHeadingProps {
  children: string;
  lead?: ReactNode;
  actions?: ReactNode;
}

/** The page's only `h1`, focusable after a change of page. */
export function PageHeading({ children, lead, actions }: PageHeadingProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="grid min-w-0 gap-3">
        <h1 tabIndex={-1} className="text-[clamp(2.5rem,9vw,4.5rem)] leading-[0.95]">
          {children}
        </h1>
        {lead !== undefined && <p className="max-w-prose text-lg text-muted">{lead}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  );
}
