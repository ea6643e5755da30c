import type { BackupKind } from './api/statuses.ts';
import type { Permission } from './permissions.ts';

/** The words of the codes that particulars of an action name: fields, permissions, kinds. */

export type Language = 'uk' | 'en';
export type Words = Readonly<Record<Language, string>>;

export const words = (uk: string, en: string): Words => ({ uk, en });

const PERMISSION_WORDS: Record<Permission, Words> = {
  can_view_invoices: words('перегляд продажів', 'view sales'),
  can_create_invoices: words('продаж', 'sell'),
  can_cancel_invoices: words('повернення коштів', 'refund'),
  can_manage_terminals: words('банк і таблички', 'manage the bank and QR stands'),
  can_manage_employees: words('працівники', 'manage employees'),
};

const KIND_WORDS: Record<BackupKind | 'move', Words> = {
  scheduled: words('щоденна', 'daily'),
  manual: words('створена вручну', 'made by hand'),
  migration: words('перед оновленням', 'before an update'),
  move: words('для перенесення', 'for a move'),
};

/** Fields of a product, a person, a terminal and of this computer. */
const FIELD_WORDS: Readonly<Record<string, Words>> = {
  name: words('назва', 'name'),
  price: words('ціна', 'price'),
  name_for_docs: words('назва для документів', 'name for documents'),
  article: words('артикул', 'article'),
  external_code: words('зовнішній код', 'external code'),
  category: words('категорія', 'category'),
  unit: words('одиниця', 'unit'),
  short_name: words('скорочення', 'short name'),
  is_archived: words('в архіві', 'archived'),
  barcodes: words('штрихкоди', 'barcodes'),
  tile_color: words('колір плитки', 'tile colour'),
  is_favorite: words('улюблений', 'favourite'),
  tax: words('податкова ставка', 'tax rate'),
  issues_receipts: words('видає фіскальні чеки', 'issues fiscal receipts'),
  service: words('служба фіскальних чеків', 'fiscal service'),
  uktzed: words('УКТЗЕД', 'UKTZED code'),
  header: words('текст угорі чека', 'text above the receipt'),
  footer: words('текст унизу чека', 'text below the receipt'),
  full_name: words('ім’я та прізвище', 'full name'),
  username: words('ім’я користувача', 'username'),
  position: words('посада', 'position'),
  email: words('електронна пошта', 'email'),
  is_active: words('активний', 'active'),
  show_payments: words('оплати поза Kramar', 'payments outside Kramar'),
  starts_with_system: words('запуск разом із системою', 'start with the system'),
  closes_to_tray: words('згортання в трей', 'close to tray'),
  notifications: words('сповіщення', 'notifications'),
  notification_sound: words('звук сповіщень', 'notification sound'),
  keeps_awake: words('комп’ютер не засинає', 'keep the computer awake'),
  hardware_acceleration: words('малювання відеокартою', 'hardware acceleration'),
  receipt_printer: words('принтер квитанцій', 'receipt printer'),
  receipt_width: words('ширина паперу', 'paper width'),
};

/** By the particular of an action that holds such codes. */
const CODES: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  permissions: PERMISSION_WORDS,
  kind: KIND_WORDS,
  changed: FIELD_WORDS,
};

/** The word for a code in the particular `name` of an action; a code that has none stays. */
export const codeText = (name: string, code: string, language: keyof Words): string =>
  CODES[name]?.[code]?.[language] ?? code;
