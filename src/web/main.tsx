import './styles/app.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startSession } from './accounts/session/session.ts';
import { router } from './routes.tsx';

startSession();

// The front door was readable until now; it goes in the moment that the page behind it is there.
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
