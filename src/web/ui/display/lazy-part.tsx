import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';

type LoadPart<Props extends object> = () => Promise<ComponentType<Props>>;
type Part<Props extends object> = LazyExoticComponent<ComponentType<Props>>;

/**
 * A component whose code is loaded when first rendered. If that fails, for example after a server update, the page
 * stays and renders `instead`: `MissingPart` for a required part, nothing for others.
 */
export const lazyPart = <Props extends object>(
  load: LoadPart<Props>,
  instead: () => ReactNode = Nothing,
): Part<Props> => lazy(async () => ({ default: await load().catch(() => instead) }));

/** The same, preloaded, because it is needed later and perhaps offline. */
export function preloadedPart<Props extends object>(
  load: LoadPart<Props>,
  instead: ComponentType<Props> = Nothing,
): Part<Props> {
  const code = load().catch(() => instead);
  return lazyPart(() => code);
}

const Nothing = () => null;

/**
 * Replaces a part whose code failed to load. A reload keeps drafts but loses forms without one and aborts an upload, so
 * the part shown during uploads has its own replacement.
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
