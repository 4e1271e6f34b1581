import { Star } from 'lucide-react';
import type { ReactNode } from 'react';

export interface StarsProps {
  /** 0 to 5, rounded to halves. */
  value: number;
  /** For screen readers, for example from `ratingText`. */
  label: string;
  /** Text beside the stars. */
  children?: ReactNode;
  size?: number;
}

/** `4.3 of 5 from 12 reviews`, with the caller's noun. */
export function ratingText(value: number, count: number, word: { one: string; many: string }): string {
  return `${value.toFixed(1)} of 5 from ${count.toLocaleString('en-US')} ${count === 1 ? word.one : word.many}`;
}

function Row({ size, className }: { size: number; className: string }) {
  return (
    <span className={`flex ${className}`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <Star key={star} size={size} strokeWidth={0} fill="currentColor" className="shrink-0" />
      ))}
    </span>
  );
}

/** A read-only rating: five stars with halves, and a label for screen readers. */
export function Stars({ value, label, children, size = 16 }: StarsProps) {
  const halves = Math.round(Math.min(5, Math.max(0, value)) * 2);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span aria-hidden className="relative">
        <Row size={size} className="text-rest" />
        <span className="absolute inset-y-0 start-0 overflow-hidden" style={{ width: `${halves * 10}%` }}>
          <Row size={size} className="text-brass *:stroke-brass-mark *:[stroke-width:1.5px]" />
        </span>
      </span>
      <span className="sr-only">{label}</span>
      {children !== undefined && (
        <span aria-hidden className="tabular text-sm whitespace-nowrap text-muted">
          {children}
        </span>
      )}
    </span>
  );
}
