import { cents, formatCents } from '#contract/cents.ts';
import type { FounderFigures } from '#contract/operation/admin/founder.ts';

interface Part {
  readonly name: string;
  readonly cents: number;
  readonly look: string;
}

/** Income, debts and possible further rewards on one scale. */
export function FounderPicture({ figures }: { figures: FounderFigures }) {
  const { plans, owed, open } = figures;
  const owedCents = cents(owed.availableCents + owed.pendingCents + owed.onTheWayCents);
  const came: Part[] = [{ name: 'Received', cents: Math.max(0, plans.receivedCents), look: 'bg-mint' }];
  const goes: Part[] = [
    { name: 'Owed', cents: owedCents, look: 'bg-brass' },
    { name: 'May still be earned', cents: open.mostCents, look: 'border border-brass-mark bg-panel' },
  ];
  const scale = Math.max(sumOf(came), sumOf(goes));
  return (
    <section aria-label="Money in and out" className="grid gap-5">
      <p className="tabular max-w-prose font-display text-2xl leading-snug sm:text-3xl">
        We received {formatCents(plans.receivedCents)}. We owe {formatCents(owedCents)}, and listeners may
        still earn {formatCents(open.mostCents)}.
      </p>
      <p className="text-sm text-muted">Test and sample accounts aren’t counted.</p>
      {scale > 0 ? (
        <div aria-hidden className="grid gap-5">
          <div className="grid gap-2">
            <Bar parts={came} scale={scale} />
            <Bar parts={goes} scale={scale} />
          </div>
          <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
            {[...came, ...goes].map(({ name, look }) => (
              <li key={name} className="flex items-center gap-2">
                <span className={`size-3 ${look}`} /> {name}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="text-muted">Nothing received yet, and nothing owed.</p>
      )}
    </section>
  );
}

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + part.cents, 0);

function Bar({ parts, scale }: { parts: readonly Part[]; scale: number }) {
  return (
    <div className="flex h-7 bg-raised">
      {parts.map(({ name, cents: amount, look }) => (
        <div key={name} className={look} style={{ width: `${(amount / scale) * 100}%` }} />
      ))}
    </div>
  );
}
