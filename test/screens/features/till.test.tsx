import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { requestEntry } from '../../../shared/api/requests.ts';
import { system } from '../../../shared/api/system.ts';
import { listOf, sample } from '../../helpers/sample.ts';
import { serve } from '../helpers/api.ts';
import { expectAccessible } from '../helpers/axe.ts';
import { openScreen } from '../helpers/screen.tsx';
import { t } from '../helpers/texts.ts';

/** The settings of tills, for the person who connects one. */

test('on a phone the recent requests and their details keep inside their card', async () => {
  await page.viewport(390, 844);
  const path = '/api/v1/invoices/?terminal=***&status=***&ordering=***&page_size=***&search=***';
  const sent = {
    path,
    status: 429,
    username: 'kasa-with-a-long-name-1',
    body: `{"reference":"${'x'.repeat(90)}"}`,
  };
  serve({
    'GET requests/': { results: [sample(requestEntry, { ...sent, is_screen: false })] },
    'GET system/': sample(system),
    'GET settings/': listOf([]),
  });
  await openScreen('/settings/till');
  const requests = page.getByRole('region', { name: t('till:requests.title') });
  await requests.getByRole('button', { name: /invoices\// }).click();
  await expect.element(requests.getByText(t('till:requests.copyCurl'))).toBeVisible();
  const { right } = requests.element().getBoundingClientRect();
  const wide = [...requests.element().querySelectorAll('table, table *')].filter(
    (part) => part.getBoundingClientRect().right > right,
  );
  expect(wide.map(({ textContent }) => textContent)).toEqual([]);
  await expectAccessible();
});
