import './styles/app.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startSession } from './accounts/session/session.ts';
import { router } from './routes.tsx';

startSession();

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
