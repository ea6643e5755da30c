import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadTexts, type Namespace } from '../i18n/index.ts';
import { persistent } from '../lib/retry-import.ts';

/** Gives a function that loads a part of the program, and the texts that it shows. */
export const withTexts = <Part>(
  texts: readonly Namespace[],
  load: () => Promise<Part>,
): (() => Promise<Part>) =>
  persistent(async () => {
    const [part] = await Promise.all([load(), loadTexts(texts)]);
    return part;
  });

/** A component that is loaded where it is first shown: it needs a Suspense around it. */
export const later = <Props>(
  texts: readonly Namespace[],
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => {
  const loadBoth = withTexts(texts, load);
  return lazy(async () => ({ default: await loadBoth() }));
};
