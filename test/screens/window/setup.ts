import { afterEach, expect } from 'vitest';
// Before the screens are loaded: they look for the program once.
import { forgetCalls } from '../helpers/window.ts';

afterEach(() => {
  expect(forgetCalls()).toEqual([]);
});
