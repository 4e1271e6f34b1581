import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A part that the page can do without: where its code cannot be fetched, as after an update of the server, nothing stands in its
 * place, and the page stays.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await load().catch(() => Nothing) }));

const Nothing = () => null;
