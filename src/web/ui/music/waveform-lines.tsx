import { formatDuration } from '../display/duration.ts';

export interface Gate {
  /** In seconds. */
  at: number;
  caption: string;
  isOpen?: boolean;
}

/** Beyond this fraction of the width the caption is left of its line, so that it does not overflow. */
const turnsAround = 0.6;

/** The gate's mint line with its caption below. */
export function GateLine({ gate, duration }: { gate: Gate; duration: number }) {
  const place = gate.at / duration;
  const side = place > turnsAround ? '-translate-x-full pe-2' : 'ps-1.5';
  return (
    <div
      className="pointer-events-none absolute -inset-y-1 w-0.5 -translate-x-px bg-mint"
      style={{ left: `${place * 100}%` }}
    >
      <span
        aria-hidden
        className={`absolute -top-1 -left-1 size-2.5 border-2 border-mint ${gate.isOpen ? 'bg-mint' : 'bg-ground'}`}
      />
      <span
        className={`absolute top-full text-xs leading-4 font-semibold whitespace-nowrap text-mint left-0 ${side} -mt-1 pt-2`}
      >
        {formatDuration(gate.at)} {gate.caption}
      </span>
    </div>
  );
}

/** A thin line with its time above, so that it never meets the gate's caption. */
export function MarkLine({ at, duration }: { at: number; duration: number }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute -inset-y-1 w-px bg-muted"
      style={{ left: `${(at / duration) * 100}%` }}
    >
      <span className="tabular absolute bottom-full pb-0.5 text-xs leading-4 text-muted">
        {formatDuration(at)}
      </span>
    </div>
  );
}

const mostDiamonds = 6;
const diamondPixels = 8;

/** A small diamond on the lower edge where something was said of the track, stacked for further times. */
export function MomentMark({ at, duration, times }: { at: number; duration: number; times: number }) {
  return Array.from({ length: Math.min(times, mostDiamonds) }, (_, place) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: one diamond is like another
      key={place}
      aria-hidden
      className="pointer-events-none absolute size-2.5 -translate-x-1/2 translate-y-1/2 rotate-45 border border-ground bg-text"
      style={{ left: `${Math.min(1, at / duration) * 100}%`, bottom: place * diamondPixels }}
    />
  ));
}
