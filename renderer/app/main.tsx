// First: it takes the code of the owner's tab out of the address before anything reads it.
import '../api/tab.ts';
import '@fontsource-variable/inter/wght.css';
import './mantine-styles.ts';
import './style.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts, startTexts } from '../i18n/index.ts';
import { keepEscapeFromKeptScreens } from '../shop/session/hotkeys.ts';
import { App } from './app.tsx';

const root = document.querySelector('#app');
if (!root) throw new Error('The page has no place for the app.');

keepEscapeFromKeptScreens();
await startTexts(['common', 'failures']);
// What else may be refused, on the screens behind the sign-in.
void loadTexts(['refusals']);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
