import { useReviewBalance } from './balance-queries.ts';
import { balanceText, lotText } from './balance-text.ts';

const line = 'min-h-12 py-3 lg:min-h-8 lg:py-1';

/** The reviews that the artist can give, and behind them the lots that they come from. Its place is reserved while they load. */
export function BalanceLine() {
  const balance = useReviewBalance().data;
  if (balance === undefined) return <p className={line} />;
  const says = balanceText(balance);
  if (balance.lots.length === 0) return <p className={line}>{says}</p>;
  return (
    <details>
      <summary className="lg:py-1">{says}</summary>
      <ul className="grid gap-1 pt-2 text-sm text-muted">
        {balance.lots.map((lot) => (
          <li key={lot.id}>{lotText(lot)}</li>
        ))}
      </ul>
    </details>
  );
}
