import './gallery.css';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element called root.');
createRoot(root).render(<Gallery />);
