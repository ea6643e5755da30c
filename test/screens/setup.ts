import '@fontsource-variable/inter/wght.css';
import '../../renderer/app/mantine-styles.ts';
import '../../renderer/app/style.css';
import { afterEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { forgetAnswers } from './helpers/api.ts';
import { unmount } from './helpers/screen.tsx';

const errors: string[] = [];
vi.spyOn(console, 'error').mockImplementation((...message) => errors.push(message.join(' ')));

afterEach(async () => {
  unmount();
  const missed = forgetAnswers();
  await page.viewport(1280, 800);
  // A component that warns, and a request that a test did not think of, fail it whatever else is shown.
  expect([...errors.splice(0), ...missed].join('\n')).toBe('');
});
