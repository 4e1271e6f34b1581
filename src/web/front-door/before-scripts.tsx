import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { OfflineLine } from '#web/shell/offline-notice.tsx';
import { parseSearch, stringifySearch } from '#web/shell/search-strings.ts';
import { DemoCardFrame } from './demo-card.tsx';
import { FrontDoor } from './front-door.tsx';

const DrawnFrontDoor = () => (
  <>
    <OfflineLine isOnline />
    <FrontDoor />
    <DemoCardFrame isHidden />
  </>
);

/** The front door as HTML, drawn while the web is built: it reads before scripts have come, and without them. */
export async function frontDoorMarkup(): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: DrawnFrontDoor }),
    history: createMemoryHistory(),
    parseSearch,
    stringifySearch,
  });
  await router.load();
  return renderToStaticMarkup(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
