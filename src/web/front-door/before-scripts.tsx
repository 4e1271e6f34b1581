import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { parseSearch, stringifySearch } from '#web/shell/search-strings.ts';
import { FrontDoor } from './front-door.tsx';

/** The front door as HTML, drawn while the web is built: it reads before scripts have come, and without them. */
export async function frontDoorMarkup(): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: FrontDoor }),
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
