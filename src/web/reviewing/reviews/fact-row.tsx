import type { ReactNode } from 'react';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

const widths: Readonly<Record<number, string>> = { 3: 'sm:grid-cols-3', 4: 'lg:grid-cols-4' };

/** A few figures side by side. */
export function FactRow({ facts }: { facts: readonly Fact[] }) {
  const columns = widths[facts.length] ?? '';
  return (
    <dl className={`grid grid-cols-2 border-t border-s border-line ${columns}`}>
      {facts.map(({ label, value }) => (
        <div
          key={label}
          className="grid content-start gap-1 border-e border-b border-line bg-panel p-4 last:odd:col-span-2 sm:p-5 sm:last:odd:col-span-1"
        >
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="tabular font-display text-3xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
