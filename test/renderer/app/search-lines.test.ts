import { expect, test } from 'vitest';
import { groupsOf, type Item, itemsOf, type Searching } from '../../../renderer/app/search/find.ts';
import { inOtherLayout, matchPhrase, wordsOf } from '../../../renderer/app/search/match.ts';
import { recentItems, remember } from '../../../renderer/app/search/recent.ts';
import texts from '../../../renderer/i18n/locales/uk/search.json' with { type: 'json' };
import { type Account, account } from '../../../shared/api/employees.ts';
import { salePage } from '../../../shared/api/sales.ts';
import { counterSettings } from '../../../shared/api/settings.ts';
import { rightsFrom } from '../../../shared/rights.ts';
import { sample } from '../../helpers/sample.ts';

/** What the search offers, and in which order, beside what the shop has (search.test.ts). */

const OWNER = sample(account, { is_owner: true });

test('words by their beginning, longer ones without their ending, apostrophes alike', () => {
  expect(matchPhrase(wordsOf('готівкою'), 'готівка')).toBe('whole');
  expect(matchPhrase(wordsOf('cash in'), 'cash in')).toBe('exact');
  expect(matchPhrase(wordsOf('гот'), 'взяти готівку')).toBe('part');
  expect(matchPhrase(wordsOf("комп'ютер"), 'новий комп’ютер')).toBe('part');
  expect(matchPhrase(wordsOf('каси'), 'каса')).toBeUndefined();
  expect(matchPhrase([], 'каса')).toBeUndefined();
});

test('the text in the other keyboard layout', () => {
  expect([inOtherLayout('ujnsdrf'), inOtherLayout('йк')]).toEqual(['готівка', 'qr']);
});

test('what one may not do is not offered', () => {
  const cashier: Account = {
    ...OWNER,
    id: 2,
    is_owner: false,
    ...rightsFrom(['can_view_invoices', 'can_create_invoices'], {
      own_sales_only: true,
      catalog_prices_only: true,
    }),
  };
  const found = { sales: [], products: [], people: [], saleCount: 0 };
  const searching: Searching = {
    account: cashier,
    hasOthers: true,
    takesCash: true,
    isWindow: false,
    isOnSale: false,
    titleOf: (name) => texts.title[name],
    describe: () => '',
    goodsOf: () => '',
  };
  for (const text of [
    'токен',
    'закрити місяць',
    'журнал',
    'додати товар',
    'повернення',
    'резервна копія',
    'пін',
  ])
    expect(
      itemsOf(text, found, searching).filter(({ id }) => id !== 'all'),
      text,
    ).toEqual([]);
  expect(itemsOf('зміна', found, searching)[0]?.id).toBe('shift');
  expect(itemsOf('013191', found, searching)[0]).toMatchObject({
    title: { text: 'others', value: '013191' },
    target: { act: 'lock' },
    shown: 'Alt L',
  });
  const idsOf = (text: string, other: Partial<Searching> = {}, count = 0) =>
    itemsOf(text, { ...found, saleCount: count }, { ...searching, ...other }).map(({ id }) => id);
  expect(idsOf('013191', { account: OWNER })).not.toContain('others');
  // The shift lead sells, so the books are not theirs; who only reads has them.
  const lead = { ...cashier, own_sales_only: false, can_cancel_invoices: true };
  expect(idsOf('закрити місяць', { account: lead })).not.toContain('closeMonth');
  expect(idsOf('закрити день', { account: lead })).toContain('closeDay');
  expect(idsOf('закрити місяць', { account: { ...lead, can_create_invoices: false } })).toContain(
    'closeMonth',
  );
  const sale = sample(salePage.entries.results.item, { cash_sale: null });
  const all = itemsOf('лате', { ...found, sales: [sale], saleCount: 34 }, searching).at(-1);
  expect([all?.id, all?.title]).toEqual(['all', { text: 'allOf', value: '34' }]);

  // Nor what was opened lately and has been switched off since.
  for (const item of itemsOf('екран покупця', found, searching)) remember(item);
  const recent = (counter: Searching['counter']) =>
    recentItems({ ...searching, counter }).map(({ id }) => id);
  const counter = sample(counterSettings);
  expect(recent({ ...counter, customer_screen: true })).toContain('customerScreen');
  expect(recent({ ...counter, customer_screen: false })).not.toContain('customerScreen');
});

test('at most five of a group and twelve in all, the group of the best line first', () => {
  const item = (group: Item['group'], at: number): Item => ({
    id: `${group}-${at}`,
    group,
    title: '',
    score: group === 'goods' ? 0 : 1,
    target: { act: 'lock' },
  });
  const all = (['goods', 'actions', 'sales'] as const).flatMap((group) =>
    [0, 1, 2, 3, 4, 5].map((at) => item(group, at)),
  );
  expect(groupsOf(all).map(({ group, items }) => [group, items.length])).toEqual([
    ['goods', 5],
    ['actions', 5],
    ['sales', 2],
  ]);
  // Where there are more sales than lines, the last one leads to them.
  const offered = [...all, { ...item('sales', 6), id: 'all', score: 6 }];
  const ids = (items: readonly Item[]) =>
    groupsOf(items)
      .at(-1)
      ?.items.map(({ id }) => id);
  expect(ids(offered)).toEqual(['sales-0', 'all']);
  expect(ids(offered.filter(({ group }) => group === 'sales'))).toEqual([
    'sales-0',
    'sales-1',
    'sales-2',
    'sales-3',
    'all',
  ]);
});
