import { lazyRouteComponent } from '@tanstack/react-router';

const page = () => import('./not-found-page.tsx');

/** The 404 page on its own and within the shell; few ever see it, so its code comes when it is needed. */
export const NotFoundPage = lazyRouteComponent(page, 'NotFoundPage');
export const MissingPage = lazyRouteComponent(page, 'MissingPage');
