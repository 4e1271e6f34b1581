import type { ReactNode } from 'react';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { SwellType } from '#web/ui/music/swell-type.tsx';

interface StepHeadingProps {
  children: string;
  peaks?: Peaks;
  lead?: ReactNode;
}

const rising = [0.15, 0.3, 0.55, 0.75, 0.9, 0.6, 0.45, 0.7, 1, 0.8, 0.5, 0.35];

/** A step's heading in swell type, legible from the last row. */
export function StepHeading({ children, peaks = rising, lead }: StepHeadingProps) {
  return (
    <div className="grid min-w-0 gap-4">
      <SwellType as="h1" peaks={peaks} largest={6.5} smallest={2.6}>
        {children}
      </SwellType>
      {lead !== undefined && (
        <p className="max-w-3xl text-lg text-balance text-muted sm:text-xl 2xl:text-2xl">{lead}</p>
      )}
    </div>
  );
}
