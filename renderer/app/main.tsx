import '@fontsource-variable/inter/wght.css';
// In a layer: whatever the order in which the bundler puts the sheets, ours decides (mantine.dev/styles/css-files-list).
import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './style.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startTexts } from '../i18n/index.ts';
import { keepEscapeFromKeptScreens } from '../session/hotkeys.ts';
import { App } from './app.tsx';

const place = document.querySelector('#app');
if (!place) throw new Error('The page has no place for the app.');

keepEscapeFromKeptScreens();
await startTexts(['common', 'failures']);
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
