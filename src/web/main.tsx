import './styles/app.css';
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startSession } from './identity/session/session.ts';
import { routerOver } from './routes/routes.tsx';
import { leaveKeysToInputMethods } from './shell/composed-keys.ts';

startSession();
leaveKeysToInputMethods();

// Only those who force their own colors load the rules for them.
const forcedColors = matchMedia('(forced-colors: active)');
const loadForcedColors = () => {
  // Without the rules the page still works.
  if (forcedColors.matches) import('./styles/forced-colors.css').catch(() => undefined);
};
forcedColors.addEventListener('change', loadForcedColors);
loadForcedColors();

const router = routerOver(createBrowserHistory());

// The prerendered landing page stays readable until the real page is rendered.
const stop = router.subscribe('onRendered', () => {
  document.getElementById('before-scripts')?.remove();
  stop();
});

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element called root.');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
