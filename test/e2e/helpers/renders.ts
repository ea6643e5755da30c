import { expect, type Page } from '@playwright/test';

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

const read = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { renderCounter: Counter }).renderCounter.renders);

/** Effects of a render that schedule another are done after two frames. */
const twoFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** How often it has rendered, once it renders no more: on a busy machine what was done before may still go on. */
const atRest = async (page: Page): Promise<number> => {
  let last = -1;
  await expect
    .poll(async () => {
      const before = last;
      await twoFrames(page);
      last = await read(page);
      return last === before;
    })
    .toBe(true);
  return last;
};

/** Renders that an action causes: the least of three, since what is read meanwhile may come between. */
export const rendersOf = async (page: Page, act: (at: number) => Promise<void>): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < 3; at += 1) {
    const before = await atRest(page);
    await act(at);
    await twoFrames(page);
    least = Math.min(least, (await read(page)) - before);
  }
  return least;
};
