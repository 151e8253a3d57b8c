import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, loadOthers } from './app.tsx';
import { session } from './lib/session.ts';
import { applyLook } from './ui/navigation.ts';
import './style.css';

applyLook();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <App />
    </CSPProvider>
  </StrictMode>,
);

if (session) setTimeout(() => void loadOthers(), 2_000);
