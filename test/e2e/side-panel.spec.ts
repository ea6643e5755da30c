import { expectAccessibleInBoth } from './helpers/axe.ts';
import { stock } from './helpers/catalog.ts';
import { hire } from './helpers/employees.ts';
import { expect, test } from './helpers/invoices.ts';
import { cutTexts, isStill, overflowOf, shiftsOf, watchShifts, wideTables } from './helpers/measure.ts';
import { saveScreenshot } from './helpers/picture.ts';

/** A record that opens lies over the end of its list: no row, column or tag of the list moves or is cut for it. */

test.use({ isDesktop: true });

const LISTS = { people: '/settings/people', catalog: '/catalog/products' };

for (const language of ['uk', 'en'] as const)
  test.describe(language, () => {
    test.use({ language });
    test('an open record leaves the list as it was', async ({ page, shop, signIn, go }) => {
      await hire(shop, { full_name: 'Марина Олександрівна Верховинська-Петренко' });
      await stock(shop, [['Кава в зернах «Бразилія Сантос», темне смаження, 1 кг', 99_999_999]]);
      await signIn('owner', LISTS.people);
      for (const [name, path] of Object.entries(LISTS)) {
        await go(path);
        const record = page.locator('[data-opens]:is(td *, th *)').first();
        await expect(record).toBeVisible();
        for (const width of [1280, 1366, 1920]) {
          await page.setViewportSize({ width, height: 768 });
          await expect.poll(() => isStill(page)).toBe(true);
          const before = await page.getByRole('table').boundingBox();
          await watchShifts(page);
          await record.click();
          await expect(page.getByRole('complementary').getByRole('textbox').first()).toBeVisible();
          expect([name, width, await shiftsOf(page)]).toEqual([name, width, 0]);
          expect(await page.getByRole('table').boundingBox()).toEqual(before);
          expect([name, width, await cutTexts(page, 'td span, th')]).toEqual([name, width, []]);
          expect([name, width, await wideTables(page), await overflowOf(page)]).toEqual([name, width, [], 0]);
          // Colours take no room: the dark scheme is looked at once.
          if (width === 1366) await expectAccessibleInBoth(page);
          for (const colorScheme of width === 1366 ? (['dark', 'light'] as const) : []) {
            await page.emulateMedia({ colorScheme });
            await saveScreenshot(page, `side-${name}-${language}-${colorScheme}`);
          }
          await page.keyboard.press('Escape');
          await expect(page.getByRole('complementary')).toBeHidden();
        }
      }
    });
  });
