import './components.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import Toaster from '../../../web/ui/overlay/toaster.tsx';
import { show } from './show.tsx';
import { isView } from './views.ts';

const asked = new URLSearchParams(location.search).get('show') ?? '';
const view = isView(asked) ? asked : 'buttons';
// Links lead nowhere, and the bars show the page of the circles as the current one.
const { hook } = memoryLocation({ path: '/circles', static: true });

const element = document.getElementById('root');
if (!element) throw new Error('The page has no root element.');
createRoot(element).render(
  <QueryClientProvider client={new QueryClient()}>
    <Router hook={hook}>{show[view]()}</Router>
    <Toaster />
  </QueryClientProvider>,
);
