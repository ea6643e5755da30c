import { expectAccessible } from './helpers/axe.ts';
import { stock } from './helpers/catalog.ts';
import { hire } from './helpers/employees.ts';
import { expect, test } from './helpers/fixtures.ts';
import { LOOKS } from './helpers/looks.ts';
import { cutTexts, isStill, overflowOf, shiftsOf, watchShifts, wideTables } from './helpers/measure.ts';
import { saveScreenshot } from './helpers/picture.ts';

/** A record that opens lies over the end of its list: no row, column or tag of the list moves or is cut for it. */

test.use({ isDesktop: true });

const LISTS = { people: '/settings/people', catalog: '/catalog/products' };

for (const [language, scheme] of LOOKS)
  test.describe(`${language}, ${scheme}`, () => {
    test.use({ language, scheme });
    for (const [name, path] of Object.entries(LISTS))
      test(`${name}: an open record leaves the list as it was`, async ({ page, shop, signIn }) => {
        await hire(shop, { full_name: 'Марина Олександрівна Верховинська-Петренко' });
        await stock(shop, [['Кава в зернах «Бразилія Сантос», темне смаження, 1 кг', 99_999_999]]);
        await signIn('owner', path);
        const record = page.locator('[data-opens]:is(td *, th *)').first();
        await expect(record).toBeVisible();
        for (const width of [1280, 1366, 1920]) {
          await page.setViewportSize({ width, height: 768 });
          await expect.poll(() => isStill(page)).toBe(true);
          const before = await page.getByRole('table').boundingBox();
          await watchShifts(page);
          await record.click();
          await expect(page.getByRole('complementary').getByRole('textbox').first()).toBeVisible();
          expect([width, await shiftsOf(page)]).toEqual([width, 0]);
          expect(await page.getByRole('table').boundingBox()).toEqual(before);
          expect([width, await cutTexts(page, 'td span, th')]).toEqual([width, []]);
          expect([width, await wideTables(page), await overflowOf(page)]).toEqual([width, [], 0]);
          if (width === 1366) await saveScreenshot(page, `side-${name}-${language}-${scheme}`);
          if (width === 1366) await expectAccessible(page);
          await page.keyboard.press('Escape');
          await expect(page.getByRole('complementary')).toBeHidden();
        }
      });
  });
