// The part of test/bench/screens.ts that runs inside the page: plain JavaScript, for Chromium runs it as it is.

const tasks = [];
const events = [];
// The browser does not report tasks of less than 50 ms: https://www.w3.org/TR/longtasks/
new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' });
// 16 ms is the smallest threshold: https://www.w3.org/TR/event-timing/
new PerformanceObserver((list) => events.push(...list.getEntries())).observe({
  type: 'event',
  durationThreshold: 16,
});

/** After the frame that shows the current document. */
const paint = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(undefined);
    });
  });

const until = (isThere) =>
  new Promise((resolve) => {
    if (isThere()) return resolve();
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });

const firstRow = () => document.querySelector('main [data-invoice]')?.getAttribute('data-invoice');
const isBusy = () => document.querySelector('main [aria-busy="true"], main .mantine-Skeleton-root') !== null;
const timed = async (act, isThere) => {
  const startedAt = performance.now();
  act();
  await until(isThere);
  return (await paint()) - startedAt;
};
const most = (entries, read) => entries.reduce((longest, entry) => Math.max(longest, read(entry)), 0);

window.bench = {
  /** From the click until the rows of the other page are painted, ms. */
  turn: (label) => {
    const before = firstRow();
    const button = document.querySelector(`main button[aria-label="${label}"]`);
    return timed(
      () => button.click(),
      () => !isBusy() && firstRow() !== undefined && firstRow() !== before,
    );
  },
  open: () =>
    timed(
      () => document.querySelector('main [data-invoice]').click(),
      () => document.querySelector('aside h2') !== null,
    ),
  back: () =>
    timed(
      () => history.back(),
      () => document.querySelector('aside h2') === null,
    ),
  go: (path) =>
    timed(
      () => history.pushState({}, '', path),
      () => location.pathname.startsWith(path),
    ),
  settled: async () => {
    await until(() => document.querySelector('main h1') !== null && !isBusy());
    return paint();
  },
  /** From the navigation until the first paint, ms. */
  firstPaint: () =>
    new Promise((resolve) => {
      new PerformanceObserver((list) => {
        for (const { name, startTime } of list.getEntries())
          if (name === 'first-contentful-paint') resolve(startTime);
      }).observe({ type: 'paint', buffered: true });
    }),
  forget: () => {
    tasks.length = 0;
    events.length = 0;
  },
  /** Since `forget`: the longest task, and the longest work of the page for one input, ms. */
  stops: () => ({
    task: most(tasks, ({ duration }) => duration),
    input: most(events, ({ processingStart, processingEnd }) => processingEnd - processingStart),
    // From the input to the next paint.
    toPaint: most(events, ({ duration }) => duration),
  }),
};
