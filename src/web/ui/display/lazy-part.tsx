import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';

type LoadPart<Props extends object> = () => Promise<ComponentType<Props>>;
type Part<Props extends object> = LazyExoticComponent<ComponentType<Props>>;

/**
 * A part whose code is fetched when it is first drawn. Where it cannot be fetched, as after an update of the server, the page
 * stays, with `instead` in place of the part: `MissingPart` for one that the page needs, nothing for any other.
 */
export const lazyPart = <Props extends object>(
  load: LoadPart<Props>,
  instead: () => ReactNode = Nothing,
): Part<Props> => lazy(async () => ({ default: await load().catch(() => instead) }));

/** The same, with its code fetched at once: it is needed later, and perhaps without a connection. */
export function preloadedPart<Props extends object>(
  load: LoadPart<Props>,
  instead: ComponentType<Props> = Nothing,
): Part<Props> {
  const code = load().catch(() => instead);
  return lazyPart(() => code);
}

const Nothing = () => null;

/**
 * Stands where the code of a part could not be fetched. A reload keeps drafts, but loses what a form without a draft holds and
 * ends an upload: the part that runs during one has a replacement of its own.
 */
export const MissingPart = () => (
  <p role="alert" className="text-muted">
    This part of the page didn’t load.{' '}
    <button
      type="button"
      className="min-h-11 cursor-pointer underline"
      onClick={() => window.location.reload()}
    >
      Reload the page
    </button>
  </p>
);
