import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadTexts, type Namespace } from '../i18n/index.ts';
import { retryImport } from '../lib/retry-import.ts';

/** Returns a function that loads a part of the program together with its texts. */
export const withTexts = <Part>(
  texts: readonly Namespace[],
  load: () => Promise<Part>,
): (() => Promise<Part>) =>
  retryImport(async () => {
    const [part] = await Promise.all([load(), loadTexts(texts)]);
    return part;
  });

/** A component that is loaded on first render; it needs a Suspense around it. */
export const lazyScreenPart = <Props>(
  texts: readonly Namespace[],
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => {
  const loadPartAndTexts = withTexts(texts, load);
  return lazy(async () => ({ default: await loadPartAndTexts() }));
};
