import { fewestListenersShown } from '#contract/insight/verdict/verdict-rules.ts';

const steps = [
  { from: 1, text: 'Their review and stars, and the moments they loved, got lost at or would skip.' },
  {
    from: fewestListenersShown,
    text: 'How many kept listening after the minute they were paid for, how long, and an average rating.',
  },
  { from: 10, text: 'The moments that stand out, and whether more stay than with most tracks here.' },
] as const;

/** What a new track's page will show, and after how many listeners. */
export function WhatComes() {
  return (
    <section aria-labelledby="what-comes" className="grid gap-4">
      <h2 id="what-comes" className="text-2xl">
        What you will see here
      </h2>
      <ol className="grid gap-px border border-line bg-line sm:grid-cols-3">
        {steps.map(({ from, text }) => (
          <li key={from} className="grid content-start gap-2 bg-panel p-4 sm:p-5">
            <span className="font-display text-3xl">
              {from}{' '}
              <span className="font-text text-sm font-normal text-muted">
                {from === 1 ? 'listener' : 'listeners'}
              </span>
            </span>
            <span className="text-muted">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
