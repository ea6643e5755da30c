import axe from 'axe-core';
import { expect } from 'vitest';
import { AXE_TAGS } from '../../helpers/axe-rules.ts';

const violations = async (options: axe.RunOptions): Promise<string[]> => {
  const found = await axe.run(document, { resultTypes: ['violations'], ...options });
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  );
};

/** Halfway from one colour to the other no text has its contrast. */
const settled = () =>
  expect
    .poll(() => document.getAnimations().some((animation) => animation instanceof CSSTransition))
    .toBe(false);

/** axe finds nothing: WCAG 2.2 A and AA, and its best practices. */
export const expectAccessible = async (): Promise<void> => {
  await settled();
  expect(await violations({ runOnly: AXE_TAGS })).toEqual([]);
};
