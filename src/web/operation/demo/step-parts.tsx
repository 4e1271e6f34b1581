import type { ReactNode } from 'react';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { SwellType } from '#web/ui/music/swell-type.tsx';
import { sampleLicence } from './sample-tracks.ts';

interface StepHeadingProps {
  children: string;
  peaks?: Peaks;
  lead?: ReactNode;
  /** Leaves room for a verdict on the same screen. */
  isSmall?: boolean;
}

const rising = [0.15, 0.3, 0.55, 0.75, 0.9, 0.6, 0.45, 0.7, 1, 0.8, 0.5, 0.35];

/** A step's heading in swell type, legible from the last row. */
export function StepHeading({ children, peaks = rising, lead, isSmall = false }: StepHeadingProps) {
  return (
    <div className="grid min-w-0 gap-4">
      <SwellType as="h1" peaks={peaks} largest={isSmall ? 4.5 : 6.5} smallest={2.6}>
        {children}
      </SwellType>
      {lead !== undefined && (
        <p
          className={`text-lg text-balance text-muted sm:text-xl 2xl:text-2xl ${isSmall ? 'max-w-6xl' : 'max-w-3xl'}`}
        >
          {lead}
        </p>
      )}
    </div>
  );
}
/** Marks every invented figure and text of the demo, so that nothing is mistaken for real. */
export function SampleNote({ children = 'Sample figures for this demo.' }: { children?: string }) {
  return (
    <p className="flex items-center gap-2 text-sm font-medium text-muted">
      <span aria-hidden className="size-2 bg-rest" />
      {children}
    </p>
  );
}

export function MusicNote() {
  return (
    <p className="text-sm text-muted">
      Music by Sectoid, free to use under{' '}
      <a
        href={sampleLicence}
        target="_blank"
        rel="noreferrer"
        className="text-brass-ink underline underline-offset-4"
      >
        its license
      </a>
      .
    </p>
  );
}
