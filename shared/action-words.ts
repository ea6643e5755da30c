import { codeText, type Language, type Words, words } from './action-value-words.ts';
import type {
  ActionCode,
  ActionFault,
  ActionGroup,
  ActionObject,
  ActionSource,
  ActorKind,
} from './actions.ts';
import { ACTIONS, isActionCode } from './actions.ts';
import { formatAmount } from './money.ts';
import { writtenDate } from './time.ts';

/** The words of the log of actions, for the screen and for exports. */

export const ACTOR_WORDS: Record<ActorKind, Words> = {
  owner: words('власник', 'owner'),
  employee: words('працівник', 'employee'),
  key: words('ключ', 'key'),
  system: words('Kramar', 'Kramar'),
  command_line: words('командний рядок', 'command line'),
};

export const SOURCE_WORDS: Record<ActionSource, Words> = {
  window: words('Вікно', 'Window'),
  interface: words('API', 'API'),
  command_line: words('Командний рядок', 'Command line'),
  job: words('Автоматично', 'Automatic'),
};

export const GROUP_WORDS: Record<ActionGroup, Words> = {
  access: words('Вхід', 'Sign-in'),
  money: words('Гроші', 'Money'),
  catalog: words('Товари', 'Products'),
  people: words('Працівники й ключі', 'People and keys'),
  settings: words('Налаштування', 'Settings'),
  data: words('Копії та експорт', 'Backups and exports'),
};

export const OBJECT_WORDS: Record<ActionObject, Words> = {
  invoice: words('Продаж', 'Sale'),
  product: words('Товар', 'Product'),
  category: words('Категорія', 'Category'),
  unit: words('Одиниця виміру', 'Unit'),
  account: words('Обліковий запис', 'Account'),
  webhook: words('Вебхук', 'Webhook'),
  terminal: words('Точка', 'Location'),
  shift: words('Зміна', 'Shift'),
  setting: words('Налаштування', 'Setting'),
  backup: words('Резервна копія', 'Backup'),
};

export const FAULT_WORDS: Record<ActionFault, (number: number) => Words> = {
  changed: (number) => words(`дію № ${number} змінено`, `action ${number} was changed`),
  missing: (number) => words(`дії № ${number} немає`, `action ${number} is missing`),
};

const FACT_WORDS = {
  amount: words('сума', 'amount'),
  price: words('ціна', 'price'),
  price_before: words('попередня ціна', 'price before'),
  name_before: words('попередня назва', 'name before'),
  difference: words('різниця', 'difference'),
  reason: words('причина', 'reason'),
  made_by: words('хто вніс', 'entered by'),
  items: words('позицій', 'items'),
  count: words('кількість', 'count'),
  created: words('створено', 'created'),
  changed: words('змінено', 'changed'),
  permissions: words('права', 'permissions'),
  catalog_prices_only: words('лише за цінами каталогу', 'catalog prices only'),
  catalog_read_only: words('каталог лише для перегляду', 'catalog read only'),
  largest_refund: words('найбільше повернення', 'largest refund'),
  refunds_per_day: words('повернень за день', 'refunds per day'),
  discount: words('знижка', 'discount'),
  requested_by: words('для кого', 'requested by'),
  approved_by: words('хто дозволив', 'approved by'),
  invoice: words('продаж', 'sale'),
  cart: words('кошик', 'cart'),
  name: words('назва', 'name'),
  own_sales_only: words('лише власні продажі', 'own sales only'),
  is_active: words('активний', 'active'),
  terminal: words('точка', 'location'),
  value: words('значення', 'value'),
  format: words('формат', 'format'),
  kind: words('вид', 'kind'),
  err_code: words('код помилки', 'error code'),
  not_recorded: words('ще не записано спроб', 'further attempts not recorded'),
  version: words('версія', 'version'),
  number: words('до №', 'up to'),
  entry: words('запис', 'entry'),
  tax_number: words('ЄДРПОУ або РНОКПП', 'tax number'),
  tax_group: words('група', 'group'),
  takes_shift_cash: words('готівка змін', 'cash of shifts'),
  is_refund: words('повернення', 'refund'),
  year: words('рік', 'year'),
  group_1: words('група 1', 'group 1'),
  group_2: words('група 2', 'group 2'),
  group_3: words('група 3', 'group 3'),
  day: words('день', 'day'),
  month: words('місяць', 'month'),
  remark: words('примітка', 'remark'),
  folder: words('тека', 'folder'),
  phrase_changed: words('фразу змінено', 'passphrase changed'),
  show_payments: words('оплати поза Kramar', 'payments outside Kramar'),
  keys_off: words('вимкнено ключів', 'keys turned off'),
} satisfies Record<string, Words>;

/** The facts of an action that Kramar itself names; an export adds the parameters it was made by. */
export type FactName = keyof typeof FACT_WORDS;

const isFactName = (name: string): name is FactName => Object.hasOwn(FACT_WORDS, name);

/** Facts in minor units. */
const MONEY = [
  ...['amount', 'discount', 'difference', 'price', 'price_before', 'largest_refund', 'refunds_per_day'],
  ...['group_1', 'group_2', 'group_3'],
];
const YES = words('так', 'yes');
const NO = words('ні', 'no');

const valueText = (name: string, value: unknown, language: Language): string => {
  if (typeof value === 'number' && MONEY.includes(name)) return formatAmount(value);
  if (typeof value === 'boolean') return (value ? YES : NO)[language];
  if (name === 'day' || name === 'month') return writtenDate(String(value), language === 'uk' ? '.' : '/');
  return [value]
    .flat()
    .map((code) => codeText(name, String(code), language))
    .join(', ');
};

/** `сума: 81,00 ₴; позицій: 2` */
export const factsText = (facts: Readonly<Record<string, unknown>>, language: Language): string =>
  Object.entries(facts)
    .filter(([, value]) => value !== null)
    .map(
      ([name, value]) =>
        `${isFactName(name) ? FACT_WORDS[name][language] : name}: ${valueText(name, value, language)}`,
    )
    .join('; ');

/** The action's name; of one that a newer version wrote, its code. */
export const actionName = (code: ActionCode | string, language: Language): string =>
  isActionCode(code) ? ACTIONS[code][language] : code;
