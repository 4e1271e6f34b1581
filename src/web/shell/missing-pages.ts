import { lazyRouteComponent } from '@tanstack/react-router';

const page = () => import('./not-found-page.tsx');

/** The 404 page, alone and within the shell; loaded on demand because few users see it. */
export const NotFoundPage = lazyRouteComponent(page, 'NotFoundPage');
export const MissingPage = lazyRouteComponent(page, 'MissingPage');
