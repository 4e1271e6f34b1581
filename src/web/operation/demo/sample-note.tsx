import { sampleLicence } from './sample-tracks.ts';

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
