import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Lines of the page to print: what is on the screen, and where its focus is. */
const MOST = 150;

/** Prints what was on the page when a test failed: of a run elsewhere nothing else is left. */
// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter by it
export default class FailedPage implements Reporter {
  onTestEnd(test: TestCase, { status, attachments }: TestResult): void {
    if (status === 'passed' || status === 'skipped') return;
    for (const { name, path } of attachments) {
      if (name !== 'error-context' || path === undefined) continue;
      const [, page] = readFileSync(path, 'utf8').split('```yaml');
      const lines = page?.split('\n```')[0]?.split('\n').slice(0, MOST);
      if (lines) process.stdout.write(`The page when «${test.title}» failed:${lines.join('\n')}\n`);
    }
  }
}
