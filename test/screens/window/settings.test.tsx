import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SettingName } from '../../../renderer/features/settings/use-setting.ts';
import { employee } from '../../../shared/api/employees.ts';
import { counterSettings, logo, setting } from '../../../shared/api/settings.ts';
import { system } from '../../../shared/api/system.ts';
import type { BridgeRefusal, CallOutput } from '../../../shared/bridge/bridge.ts';
import { listOf, sample } from '../../helpers/sample.ts';
import { serve } from '../helpers/api.ts';
import { expectAccessible } from '../helpers/axe.ts';
import { openScreen } from '../helpers/screen.tsx';
import { containing, en, t } from '../helpers/texts.ts';
import { holdCall, inputsOf, serveCalls, tellWindow } from '../helpers/window.ts';

/** The settings in the program's own window. */

const PURPOSE = 'Оплата товарів і послуг';
const form = (name: SettingName) => page.getByRole('form', { name: t(`settings:fields.label.${name}`) });
const field = (name: SettingName) => form(name).getByRole('textbox');
const saved = (name: SettingName) =>
  expect.element(form(name).getByRole('status')).toMatchTextContent(t('common:saved'));
const sections = page.getByRole('navigation', { name: t('settings:list') });
const section = (name: 'shop' | 'counter' | 'people' | 'print' | 'bank' | 'till') =>
  sections.getByRole('link', { name: containing(t(`settings:sections.${name}`)) });

const COMPUTER: CallOutput<'computer.state'> = {
  platform: 'win32',
  version: '1.0.0',
  data_folder: 'C:/Kramar',
  log_folder: 'C:/Kramar/logs',
  base_url: 'http://127.0.0.1:8080/api/v1/',
  is_signed: true,
  starts_with_system: false,
  closes_to_tray: false,
  notifications: true,
  notification_sound: true,
  keeps_awake: false,
  hardware_acceleration: true,
  receipt_printer: '',
  receipt_width: 80,
};

/** The shop's settings, which the program changes unless it refuses. @returns their values */
const serveSettings = (refuse: () => BridgeRefusal | undefined = () => undefined) => {
  const values: Partial<Record<string, string>> = { default_destination: PURPOSE };
  const names: SettingName[] = [
    ...(['shop_name', 'seller_iban', 'return_text', 'default_destination', 'time_zone', 'port'] as const),
    ...(['webhook_address', 'printer_address'] as const),
  ];
  const stateOf = (name: string) =>
    sample(setting, {
      name,
      value: values[name] ?? (name === 'time_zone' ? 'Europe/Kyiv' : ''),
      is_default: name !== 'default_destination' || values[name] === PURPOSE,
      takes_effect: 'at once',
    });
  let computer = COMPUTER;
  serve({
    'GET system/': () => sample(system, { shop_name: values.shop_name ?? '', terminals: [] }),
    'GET counter/': sample(counterSettings),
    'GET logo/': sample(logo),
    'GET employees/limits/': { results: [] },
    'GET employees/': listOf([sample(employee)]),
  });
  serveCalls({
    'settings.list': () => ({ settings: names.map(stateOf) }),
    'settings.change': ({ name, value }) => {
      const refusal = refuse();
      if (refusal) return refusal;
      values[name] = value || (name === 'default_destination' ? PURPOSE : '');
      return stateOf(name);
    },
    'computer.state': () => computer,
    'computer.change': (changes) => {
      computer = { ...computer, ...changes } as typeof COMPUTER;
      return computer;
    },
    'update.state': { status: 'unknown', version: '', progress: 0, detail: '' },
  });
  return values;
};

test('a setting is saved by Enter and by leaving it, and has its default back; what is too long is kept, and not saved', async () => {
  const values = serveSettings();
  await openScreen('/settings/shop');
  await field('shop_name').fill('Кав’ярня');
  await userEvent.keyboard('{Enter}');
  await saved('shop_name');
  const purpose = field('default_destination');
  await purpose.fill('  За каву й тістечка ');
  await field('shop_name').click();
  await saved('default_destination');
  expect(values).toMatchObject({ shop_name: 'Кав’ярня', default_destination: 'За каву й тістечка' });
  await form('default_destination')
    .getByRole('button', { name: t('settings:fields.default.default_destination') })
    .click();
  await expect.element(purpose).toHaveValue(PURPOSE);

  const tooLong = 'я'.repeat(281);
  await purpose.fill(tooLong);
  await expect.element(form('default_destination')).toMatchTextContent('281 з 280');
  await expect
    .element(form('default_destination').getByRole('alert'))
    .toMatchTextContent(t('settings:faults.long', { most: '280' }));
  await section('counter').click();
  await section('shop').click();
  await expect.element(purpose).toHaveValue(tooLong);
  await expect.element(form('default_destination')).toMatchTextContent(t('settings:unsaved'));
  await form('default_destination')
    .getByRole('button', { name: t('settings:discard') })
    .click();
  await expect.element(purpose).toHaveValue(PURPOSE);
  expect(inputsOf('settings.change')).toHaveLength(3);
});

test('a setting that is typed while it is being saved stays; one changed elsewhere is shown before it is overwritten', async () => {
  const values = serveSettings();
  await openScreen('/settings/shop');
  const name = field('shop_name');
  await name.fill('Кав’ярня');
  const { release } = holdCall('settings.change');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => inputsOf('settings.change')).toHaveLength(1);
  await name.fill('Кав’ярня на розі');
  release();
  await expect.element(form('shop_name')).toMatchTextContent(t('settings:unsaved'));
  await expect.element(name).toHaveValue('Кав’ярня на розі');
  // Left, it is saved.
  await section('counter').click();
  await expect.poll(() => values.shop_name).toBe('Кав’ярня на розі');
  await section('shop').click();
  await expect.element(name).toHaveValue('Кав’ярня на розі');

  await name.fill('Кав’ярня');
  values.shop_name = 'Кіоск';
  await userEvent.keyboard('{Enter}');
  await expect
    .element(form('shop_name').getByRole('alert'))
    .toMatchTextContent(t('common:overtaken', { value: 'Кіоск' }));
  await expect.element(name).toHaveValue('Кав’ярня');
  expect(values.shop_name).toBe('Кіоск');
  await userEvent.keyboard('{Enter}');
  await saved('shop_name');
  expect(values.shop_name).toBe('Кав’ярня');
});

test('the first page lists every section with what it is at, and on a phone a section leads back to it', async () => {
  serveSettings();
  await openScreen('/settings');
  await expect.element(section('shop')).toMatchTextContent(t('settings:overview.state.noName'));
  await expect.element(section('bank')).toMatchTextContent(t('settings:overview.state.noBank'));
  await expect.element(section('people')).toMatchTextContent('1 людина, крім вас');
  await expect.element(section('print')).toMatchTextContent(t('settings:overview.state.noPrinter'));
  await expect.element(sections.getByRole('link')).toHaveLength(8);
  await expectAccessible();
  await section('shop').click();
  await field('shop_name').fill('Кав’ярня на розі');
  await userEvent.keyboard('{Enter}');
  await saved('shop_name');
  await page.viewport(390, 844);
  await expect.element(sections).not.toBeInTheDocument();
  await page.getByRole('link', { name: t('settings:all') }).click();
  await expect.element(section('shop')).toMatchTextContent('Кав’ярня на розі');
});

test('an address for the bank’s messages that is none is refused in words, and stays', async () => {
  const refusal = { code: 'VALIDATION', detail: 'Invalid.', errors: { value: ['Invalid.'] } };
  const values = serveSettings(() => ({ ...refusal, codes: { value: ['invalid'] }, facts: { value: [{}] } }));
  serve({ 'GET requests/': { results: [] } });
  const shop = { has_owner: true, has_terminal: true, is_practice: false };
  serveCalls({ 'keys.list': { keys: [] }, 'webhooks.list': { webhooks: [] }, 'shop.state': shop });
  await openScreen('/settings/till');
  for (const [typed, fault] of [
    ['крамниця', 'noAddress'],
    ['http://shop.example.com', 'plain'],
    ['https://olena:secret@shop.example.com', 'credentials'],
    ['https://shop.example.com/?a=1', 'query'],
  ] as const) {
    await field('webhook_address').fill(typed);
    await userEvent.keyboard('{Enter}');
    await expect
      .element(form('webhook_address').getByRole('alert'))
      .toMatchTextContent(t(`settings:faults.${fault}`));
    await expect.element(field('webhook_address')).toHaveValue(typed);
  }
  expect(values.webhook_address).toBeUndefined();
});

test('an update is looked for, downloaded and installed, but not while a customer may pay', async () => {
  serveSettings();
  const ready = { status: 'ready', version: '9.9.9', progress: 100, detail: '' } as const;
  let answer: null | BridgeRefusal = { code: 'OPEN_PAYMENT', detail: 'An invoice may still be paid.' };
  serveCalls({
    'update.check': { ...ready, status: 'available', progress: 0 },
    'update.download': ready,
    'update.install': () => answer as null,
  });
  await openScreen('/settings/computer');
  await page.getByRole('button', { name: t('settings:update.do.check') }).click();
  await page.getByRole('button', { name: t('settings:update.do.download', { version: '9.9.9' }) }).click();
  const install = page.getByRole('button', { name: t('settings:update.do.install', { version: '9.9.9' }) });
  await expect.element(install).toBeVisible();
  tellWindow({ type: 'update', state: { ...ready, status: 'downloading', progress: 40 } });
  await expect.element(page.getByText('9.9.9: 40 %')).toBeVisible();
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  await expectAccessible();
  tellWindow({ type: 'update', state: ready });
  await install.click();
  await expect.element(page.getByText(t('refusals:program.OPEN_PAYMENT'))).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: t('settings:update.openPayments') }))
    .toHaveAttribute('href', '/invoices?status=created');
  answer = null;
  await install.click();
  await expect.element(page.getByText(t('refusals:program.OPEN_PAYMENT'))).not.toBeInTheDocument();
  tellWindow({ type: 'update', state: { ...ready, status: 'failed', detail: 'net::ERR_FAILED' } });
  await expect.element(page.getByText(t('settings:update.failed'))).toBeVisible();
  await expect.element(page.getByText('net::ERR_FAILED')).toBeVisible();
});

test('this computer’s switches take effect, its folders open, the window’s own settings are kept, and the program hears of the language', async () => {
  serveSettings();
  serveCalls({ 'folder.open': null });
  await openScreen('/settings/computer');
  const toggle = (name: 'keeps_awake' | 'notifications' | 'notification_sound' | 'sound') =>
    page.getByRole('switch', { name: t(`settings:switches.label.${name}`), exact: true });
  for (const name of ['keeps_awake', 'notifications'] as const) {
    await expect.element(toggle(name)).toBeVisible();
    (toggle(name).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
  }
  await expect.element(toggle('notification_sound')).toBeDisabled();
  expect(inputsOf('computer.change')).toEqual([{ keeps_awake: true }, { notifications: false }]);
  await page.getByRole('button', { name: t('settings:folders.openOf.data') }).click();
  await expect.poll(() => inputsOf('folder.open')).toEqual([{ which: 'data' }]);
  (toggle('sound').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await page.getByRole('combobox', { name: t('settings:security.lock') }).click();
  await page.getByRole('option', { name: t('common:account.minutes', { count: 30 }) }).click();
  const kept = JSON.parse(localStorage.getItem('kramar.preferences') ?? '{}');
  expect(kept).toMatchObject({ sound: true, lockAfter: 30 });
  await page.getByText('English', { exact: true }).click();
  await expect.element(page.getByRole('heading', { name: en('common:places.settings') })).toBeVisible();
  expect(inputsOf('computer.language').at(-1)).toEqual({ language: 'en' });
});

test('an unsigned build on macOS offers no login item, notifications and updates, and says why', async () => {
  serveSettings();
  const unsigned = { starts_with_system: null, notifications: null, notification_sound: null };
  serveCalls({
    'computer.state': { ...COMPUTER, platform: 'darwin', is_signed: false, ...unsigned },
    'update.state': { status: 'off', version: '', progress: 0, detail: '' },
  });
  await openScreen('/settings/computer');
  await expect.element(page.getByText(t('settings:computer.notSigned'))).toHaveLength(3);
  await expect.element(page.getByText(t('settings:update.notSigned'))).toBeVisible();
  await expect.element(page.getByText(t('settings:update.off'))).not.toBeInTheDocument();
  for (const name of ['starts_with_system', 'notifications', 'notification_sound'] as const)
    await expect
      .element(page.getByRole('switch', { name: t(`settings:switches.label.${name}`) }))
      .not.toBeInTheDocument();
});

test('the logo is chosen, replaced and removed; what is none is refused in words', async () => {
  serveSettings();
  let image: string | null = null;
  serve({ 'GET logo/': () => sample(logo, { image }) });
  serveCalls({
    'logo.change': ({ bytes }) => {
      if (bytes?.length === 1) return { code: 'LOGO_KIND', detail: 'Neither PNG nor JPEG.' };
      image = bytes && 'data:image/png;base64,iVBORw0KGgo=';
      return { type: 'image/png' as const };
    },
  });
  await openScreen('/settings/shop');
  const papers = page.getByRole('region', { name: t('settings:shop.title') });
  const picture = papers.getByRole('img', { name: t('settings:logo.label') });
  const choose = (bytes: number) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    return userEvent.upload(input as HTMLInputElement, new File([new Uint8Array(bytes)], 'logo.png'));
  };
  await expect.element(papers.getByRole('button', { name: t('common:words.chooseFile') })).toBeVisible();
  await choose(1);
  await expect.element(papers.getByRole('alert')).toMatchTextContent(t('settings:logo.fault.LOGO_KIND'));
  await choose(2);
  await expect.element(picture).toBeInTheDocument();
  await expect.element(papers.getByRole('alert')).not.toBeInTheDocument();
  await expectAccessible();
  await papers.getByRole('button', { name: t('settings:logo.remove') }).click();
  await expect.element(picture).not.toBeInTheDocument();
  expect(inputsOf('logo.change')).toHaveLength(3);
});
