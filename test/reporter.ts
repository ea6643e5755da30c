import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

const SLOWEST = 5;
/** A run whose output goes to a file or a pipe shows this often that it goes on. */
const SIGN_OF_LIFE_MS = 10_000;
const LAST_FILES = 4;

/** The report of skipped tests: a suite as one where all of it is skipped, with the reason where the test gave one. */
const skippedOf = (parent: TestModule | TestSuite): string[] =>
  parent.children.array().flatMap((child: TestCase | TestSuite): string[] => {
    if (child.type === 'test') {
      const result = child.result();
      if (result.state !== 'skipped') return [];
      return [result.note === undefined ? child.fullName : `${child.fullName}: ${result.note}`];
    }
    const tests = [...child.children.allTests()];
    const isSkipped = tests.length > 1 && tests.every((test) => test.result().state === 'skipped');
    return isSkipped ? [`${child.fullName} (${tests.length} tests)`] : skippedOf(child);
  });

/** Tests that passed at the second try, each with the reason of the first: a race that somebody has to find. */
const retriedOf = (module: TestModule): string[] =>
  [...module.children.allTests('passed')]
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) => `${test.fullName}: ${test.result().errors?.[0]?.message.split('\n')[0] ?? ''}`);

const secondsOf = (module: TestModule): number => module.diagnostic().duration / 1000;

/** Beside Vitest's own minimal reporter, which reports failures and totals: the slowest files, and what was skipped or retried. */
export const slowAndSkipped = (): Reporter => {
  let files = 0;
  let ended = 0;
  const running = new Set<string>();
  let signsOfLife: NodeJS.Timeout | undefined;
  /** The last files are named: one of them hangs when the run does. */
  const progress = () =>
    [`${ended} of ${files} files`, ...(files - ended <= LAST_FILES ? running : [])].join(', ');
  const showProgress = (text: string) => {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text}`);
  };
  return {
    onTestRunStart: (specifications) => {
      files = specifications.length;
      ended = 0;
      if (!process.stdout.isTTY)
        signsOfLife = setInterval(() => process.stdout.write(`${progress()}\n`), SIGN_OF_LIFE_MS).unref();
    },
    onTestModuleStart: ({ relativeModuleId }) => {
      running.add(relativeModuleId);
    },
    onTestModuleEnd: ({ relativeModuleId }) => {
      running.delete(relativeModuleId);
      ended += 1;
      showProgress(progress());
    },
    onTestRunEnd: (modules) => {
      clearInterval(signsOfLife);
      showProgress('');
      const named = (reportedOf: (module: TestModule) => string[]) =>
        modules.flatMap((module) =>
          reportedOf(module).map((reported) => `  ${module.relativeModuleId}: ${reported}`),
        );
      const [skipped, retried] = [named(skippedOf), named(retriedOf)];
      const slowest = [...modules].sort((one, other) => secondsOf(other) - secondsOf(one)).slice(0, SLOWEST);
      const lines = [
        ...(skipped.length > 0 ? ['', 'Skipped:', ...skipped] : []),
        ...(retried.length > 0 ? ['', 'Passed at the second try:', ...retried] : []),
        ...(modules.length > SLOWEST
          ? [
              '',
              'Slowest files:',
              ...slowest.map(
                (module) => `  ${secondsOf(module).toFixed(1).padStart(6)} s  ${module.relativeModuleId}`,
              ),
            ]
          : []),
      ];
      if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
    },
  };
};
