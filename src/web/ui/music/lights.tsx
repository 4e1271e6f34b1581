import type { ReactNode } from 'react';

export interface LightsProps {
  /** The name for screen readers. */
  label: string;
  /** How many lights there are. */
  count: number;
  lit: number;
  tone?: 'act' | 'earned';
  /** Read out instead of the number. */
  valueText?: string;
  /** Captions above the row. */
  start?: ReactNode;
  end?: ReactNode;
  /** Half as high on a phone. */
  isCompact?: boolean;
}

/** The lights swell like a track; their heights carry no meaning. */
const height = (index: number) => 62 + 24 * Math.sin(index * 0.9) + 14 * Math.sin(index * 2.3 + 1);

/** A row of lights that turn on one by one. */
export function Lights(props: LightsProps) {
  const { label, count, lit, tone = 'act', valueText, start, end, isCompact = false } = props;
  const on = tone === 'earned' ? 'bg-mint' : 'bg-brass-mark';
  const shown = Math.max(0, Math.min(count, Math.floor(lit)));
  return (
    <div className="grid min-w-0 gap-1.5">
      {(start !== undefined || end !== undefined) && (
        <div className="tabular flex flex-wrap justify-between gap-x-4 text-sm font-medium">
          <span className={tone === 'earned' ? 'text-mint' : 'text-brass-ink'}>{start}</span>
          <span className="text-muted">{end}</span>
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot hold lights */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={count}
        aria-valuenow={shown}
        {...(valueText === undefined ? {} : { 'aria-valuetext': valueText })}
        className={`flex items-end justify-between gap-px sm:gap-0.5 ${isCompact ? 'h-3 md:h-6' : 'h-6'}`}
      >
        {Array.from({ length: count }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a light is its place in the row
            key={index}
            className={`max-w-3 min-w-px grow basis-0 transition-colors ${index < shown ? on : 'bg-line'}`}
            style={{ height: `${height(index)}%` }}
          />
        ))}
      </div>
    </div>
  );
}
