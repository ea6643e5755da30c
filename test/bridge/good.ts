import { findOwner } from '../../main/store/accounts.ts';
import type { CallInput, CallName } from '../../shared/bridge/bridge.ts';
import { writeInvoice } from '../helpers/many-invoices.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import type { Window } from './stage.ts';

/** A valid input for every call: a call refused with it is refused for another reason. */
export const goodInputs = (ids: {
  employee: number;
  key: number;
  webhook: number;
  invoice: number;
  owner: number;
  terminal: number;
  token: string;
  backup: string;
}) =>
  ({
    'shop.state': {},
    'shop.switch': { to: 'practice' },
    'owner.create': { username: 'second', password: 'another horse' },
    'owner.password': { current: 'correct horse', password: 'another horse' },
    'employees.add': {
      username: 'new',
      full_name: 'Нова Людина',
      email: '',
      position: 'касир',
      permissions: ['can_view_invoices', 'can_create_invoices'],
      password: 'another horse',
    },
    'employees.change': { id: ids.employee, position: 'старший касир' },
    'employees.list': {},
    'pin.people': {},
    'pin.switch': { person: ids.owner, pin: '2580' },
    'pin.state': {},
    'pin.set': { current: PASSWORD, pin: '2580' },
    'pin.remove': {},
    'approvals.people': { invoice: ids.invoice, amount: 100 },
    'approvals.give': { invoice: ids.invoice, amount: 100, approver: ids.owner, current: PASSWORD },
    'keys.list': {},
    'keys.add': { name: 'Bar', permissions: ['can_view_invoices'], terminal: null, own_sales_only: true },
    'keys.change': { id: ids.key, name: 'Door' },
    'keys.rotate': { id: ids.key },
    'keys.revoke': { id: ids.key },
    'webhooks.list': {},
    'webhooks.add': { url: 'http://127.0.0.1:9/second', terminal: null },
    'webhooks.rotate': { id: ids.webhook },
    'webhooks.remove': { id: ids.webhook },
    'webhooks.test': { id: ids.webhook },
    'webhooks.deliveries': { id: ids.webhook },
    'terminals.try': { token: ids.token },
    'terminals.add': { name: 'Друга каса', token: ids.token },
    'terminals.token': { id: ids.terminal, token: ids.token },
    'terminals.list': {},
    'terminals.rename': { id: ids.terminal, name: 'Каса біля входу' },
    'settings.list': {},
    'settings.change': { name: 'shop_name', value: 'Кава на розі' },
    'logo.change': { bytes: null },
    'backups.list': {},
    'disks.list': {},
    'backups.choose': {},
    'backups.adopt': { path: '/backups/a.db' },
    'backups.create': {},
    'backups.upload': { name: 'kramar.db', modified_at: 0, size: 1, offset: 0 },
    'backups.verify': { name: ids.backup },
    'backups.restore': { name: ids.backup },
    'copies.state': {},
    'copies.setup': { folder: '/copies', phrase: 'six words that nobody guesses in years' },
    'copies.off': {},
    'copies.create': {},
    'copies.adopt': { path: '/copies/a.tar.age', phrase: 'six words that nobody guesses in years' },
    'copies.export': { phrase: 'six words that nobody guesses in years' },
    'data.export': {},
    'shop.move': {},
    'shop.stay': {},
    'computer.state': {},
    'computer.change': { notifications: false },
    'computer.language': { language: 'en' },
    'computer.theme': { theme: 'dark' },
    'printers.list': {},
    'printers.test': {},
    'customer_screen.state': {},
    'customer_screen.open': {},
    'customer_screen.close': {},
    'logs.export': {},
    'owner.confirm': { password: PASSWORD },
    'folder.choose': {},
    'folder.open': { which: 'data' },
    'file.save': { name: 'Виписка.csv', bytes: new Uint8Array([0xef, 0xbb, 0xbf]) },
    'page.print': {},
    'page.pdf': { name: 'Чек 12.pdf' },
    'outside.open': { url: 'https://pay.mbnk.biz/2311' },
    'update.state': {},
    'update.check': {},
    'update.download': {},
    'update.install': {},
    'service.restart': {},
  }) satisfies { [Name in CallName]: CallInput<Name> };

/** The same in a shop that has an employee, with what they name made there. */
export const goodInputsOf = async (shop: Shop, window: Window) => {
  const { results } = (await shop.owner.get<{ results: { id: number }[] }>('employees/')).body;
  const { backup } = await window.ask('backups.create', {});
  const rights = { permissions: [], terminal: null, own_sales_only: false };
  const key = await window.ask('keys.add', { name: 'Till', ...rights });
  const webhook = await window.ask('webhooks.add', { url: 'http://127.0.0.1:9/first', terminal: null });
  return goodInputs({
    employee: results[0]?.id ?? 0,
    key: key.id,
    webhook: webhook.id,
    invoice: writeInvoice(shop),
    owner: findOwner(shop.console.db)?.id ?? 0,
    terminal: shop.terminal.id,
    token: shop.merchant.token,
    backup: backup.name,
  });
};
