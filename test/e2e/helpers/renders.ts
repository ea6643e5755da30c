import type { Page } from '@playwright/test';

/** Counts renders of components in the built screens, by what React says to its developer tools. */

interface Fiber {
  tag: number;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
}
interface Counter {
  renders: number;
}

/** Before the page is loaded. */
export const countRenders = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    /** Function, class, forwardRef, memo and simple memo components: react-reconciler, ReactWorkTags.js. */
    const COMPONENTS = new Set([0, 1, 11, 14, 15]);
    /** React sets it for its developer tools: ReactFiberFlags.js. */
    const PERFORMED_WORK = 1;
    const counter = { renders: 0 };
    const visit = (fiber: Fiber): void => {
      if (COMPONENTS.has(fiber.tag) && (fiber.flags & PERFORMED_WORK) !== 0) counter.renders += 1;
      // Nothing below it was rendered: both trees share it.
      if (fiber.alternate !== null && fiber.alternate.child === fiber.child) return;
      for (let child = fiber.child; child !== null; child = child.sibling) visit(child);
    };
    Object.assign(globalThis, {
      renderCounter: counter,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => visit(root.current),
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
    });
  });

/** Renders that an action causes, until the page is at rest. */
export const rendersOf = async (page: Page, act: () => Promise<void>): Promise<number> => {
  const read = () =>
    page.evaluate(() => (globalThis as unknown as { renderCounter: Counter }).renderCounter.renders);
  const before = await read();
  await act();
  // Effects of a render that schedule another are done after two frames.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return (await read()) - before;
};
