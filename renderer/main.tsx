import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './style.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startTexts } from './i18n/index.ts';

const place = document.querySelector('#app');
if (!place) throw new Error('The page has no place for the app.');

await startTexts();
createRoot(place).render(<App />);
