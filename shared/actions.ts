/**
 * The actions that the log of actions records, each with its group and its name for people. A code never changes: rows
 * of three years hold it. To record one: `recordAction` (main/shop/actions/record.ts).
 */

export const ACTION_GROUPS = ['access', 'money', 'catalog', 'people', 'settings', 'data'] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number];

/** `command_line`: a user of this computer, by the system's user name. `system`: Kramar itself. */
export const ACTORS = ['owner', 'employee', 'key', 'system', 'command_line'] as const;
export type ActorKind = (typeof ACTORS)[number];

/**
 * `window`: Kramar's own screens, in the program or in a browser. They name themselves in each request, so another
 * program can pretend to be one; who acted is proven by their token all the same.
 */
export const ACTION_SOURCES = ['window', 'interface', 'command_line', 'job'] as const;
export type ActionSource = (typeof ACTION_SOURCES)[number];

/** The kinds of objects that an action is about. */
export const ACTION_OBJECTS = [
  'invoice',
  'product',
  'category',
  'unit',
  'account',
  'webhook',
  'terminal',
  'shift',
  'setting',
  'backup',
] as const;
export type ActionObject = (typeof ACTION_OBJECTS)[number];

interface ActionMeaning {
  group: ActionGroup;
  uk: string;
  en: string;
}

const of =
  (group: ActionGroup) =>
  (uk: string, en: string): ActionMeaning => ({ group, uk, en });
const [access, money, catalog] = [of('access'), of('money'), of('catalog')];
const [people, settings, data] = [of('people'), of('settings'), of('data')];

export const ACTIONS = {
  signed_in: access('Вхід', 'Sign-in'),
  sign_in_failed: access('Невдалий вхід', 'Failed sign-in'),
  signed_out: access('Вихід', 'Sign-out'),
  tab_opened: access('Вкладку власника відкрито', 'Owner’s tab opened'),
  pin_sign_in: access('Вхід за PIN', 'PIN sign-in'),
  pin_failed: access('Неправильний PIN', 'Wrong PIN'),
  pin_set: access('PIN встановлено', 'PIN set'),
  pin_removed: access('PIN прибрано', 'PIN removed'),

  refund_requested: money('Запит на повернення', 'Refund requested'),
  refund_approved: money('Повернення підтверджено', 'Refund approved'),
  refund_done: money('Повернення виконано', 'Refund made'),
  refund_refused: money('У поверненні відмовлено', 'Refund refused'),
  refund_in_doubt: money('Повернення: результат невідомий', 'Refund: outcome unknown'),
  refund_dropped: money('Повернення не відбулося', 'Refund not made'),
  remove_requested: money('Запит на скасування QR', 'Cancellation requested'),
  remove_done: money('QR скасовано', 'QR cancelled'),
  remove_refused: money('У скасуванні відмовлено', 'Cancellation refused'),
  remove_in_doubt: money('Скасування: результат невідомий', 'Cancellation: outcome unknown'),
  remove_dropped: money('Скасування не відбулося', 'Cancellation not made'),
  capture_requested: money('Запит на зняття утриманого', 'Capture requested'),
  capture_done: money('Утримане знято', 'Hold captured'),
  capture_refused: money('У знятті утриманого відмовлено', 'Capture refused'),
  capture_in_doubt: money('Зняття утриманого: результат невідомий', 'Capture: outcome unknown'),
  capture_dropped: money('Зняття утриманого не відбулося', 'Capture not made'),
  release_requested: money('Запит на розблокування', 'Release requested'),
  release_done: money('Утримане розблоковано', 'Hold released'),
  release_refused: money('У розблокуванні відмовлено', 'Release refused'),
  release_in_doubt: money('Розблокування: результат невідомий', 'Release: outcome unknown'),
  release_dropped: money('Розблокування не відбулося', 'Release not made'),
  discount_approved: money('Знижку підтверджено', 'Discount approved'),
  discount_above_limit: money('Знижка понад межу', 'Discount above the limit'),
  price_by_hand: money('Ціну введено вручну', 'Price entered by hand'),
  cart_saved: money('Кошик відкладено', 'Cart saved'),
  cart_deleted: money('Кошик видалено', 'Cart deleted'),
  income_entered: money('Дохід внесено до книги', 'Income entered in the book'),
  income_voided: money('Запис книги доходів анульовано', 'Entry of the income book voided'),
  shift_opened: money('Зміну відкрито', 'Shift opened'),
  shift_closed: money('Зміну закрито', 'Shift closed'),
  cash_put_in: money('У касу внесено', 'Cash put in'),
  cash_taken_out: money('З каси забрано', 'Cash taken out'),
  cash_counted: money('Касу пораховано', 'Till counted'),
  day_closed: money('День закрито', 'Day closed'),
  month_closed: money('Місяць закрито', 'Month closed'),
  cash_refund_entered: money('Повернення готівкою', 'Cash refund entered'),
  cash_sale_voided: money('Готівковий запис анульовано', 'Cash entry voided'),
  cash_rest_taken: money('Решту замість QR взято готівкою', 'Rest taken in cash instead of QR'),
  cash_part_given_back: money('Готівку неоплаченого продажу повернено', 'Cash of an unpaid sale given back'),

  product_created: catalog('Товар створено', 'Product created'),
  product_changed: catalog('Товар змінено', 'Product changed'),
  product_archived: catalog('Товар архівовано', 'Product archived'),
  product_deleted: catalog('Товар видалено', 'Product deleted'),
  category_created: catalog('Категорію створено', 'Category created'),
  category_changed: catalog('Категорію змінено', 'Category changed'),
  category_deleted: catalog('Категорію видалено', 'Category deleted'),
  unit_created: catalog('Одиницю виміру створено', 'Unit created'),
  unit_changed: catalog('Одиницю виміру змінено', 'Unit changed'),
  unit_deleted: catalog('Одиницю виміру видалено', 'Unit deleted'),
  catalog_imported: catalog('Товари імпортовано', 'Products imported'),

  owner_created: people('Власника створено', 'Owner created'),
  owner_password_changed: people('Пароль власника змінено', "Owner's password changed"),
  employee_added: people('Працівника додано', 'Employee added'),
  employee_changed: people('Дані працівника змінено', 'Employee changed'),
  employee_password_changed: people('Пароль працівника змінено', "Employee's password changed"),
  rights_changed: people('Права працівника змінено', "Employee's permissions changed"),
  key_created: people('Ключ створено', 'Key created'),
  key_changed: people('Ключ змінено', 'Key changed'),
  key_rotated: people('Ключ замінено', 'Key rotated'),
  key_revoked: people('Ключ відкликано', 'Key revoked'),

  setting_changed: settings('Налаштування змінено', 'Setting changed'),
  computer_changed: settings('Налаштування цього комп’ютера змінено', 'Settings of this computer changed'),
  terminal_added: settings('Точку додано', 'Location added'),
  terminal_changed: settings('Точку змінено', 'Location changed'),
  terminal_deleted: settings('Точку видалено', 'Location deleted'),
  terminal_token_changed: settings('Токен точки замінено', 'Token of a location replaced'),
  webhook_added: settings('Вебхук додано', 'Webhook added'),
  webhook_rotated: settings('Секрет вебхука замінено', 'Webhook secret replaced'),
  webhook_removed: settings('Вебхук видалено', 'Webhook removed'),
  history_start: settings('Завантаження давніших платежів розпочато', 'Loading of earlier payments started'),
  history_pause: settings('Завантаження давніших платежів призупинено', 'Loading of earlier payments paused'),
  history_cancel: settings(
    'Завантаження давніших платежів скасовано',
    'Loading of earlier payments cancelled',
  ),
  taxpayer_changed: settings('Платника податку змінено', 'Taxpayer changed'),
  income_limits_changed: settings('Ліміти доходу змінено', 'Income limits changed'),
  update_installed: settings('Оновлення встановлено', 'Update installed'),

  backup_created: data('Резервну копію створено', 'Backup created'),
  backup_restored: data('Резервну копію відновлено', 'Backup restored'),
  backup_deleted: data('Резервну копію видалено', 'Backup deleted'),
  copies_on: data('Шифровані копії увімкнено', 'Encrypted copies turned on'),
  copies_off: data('Шифровані копії вимкнено', 'Encrypted copies turned off'),
  copy_created: data('Шифровану копію створено', 'Encrypted copy created'),
  shop_moved: data('Крамницю перенесено на інший комп’ютер', 'Shop moved to another PC'),
  shop_stayed: data('Крамниця працює далі на цьому комп’ютері', 'Shop goes on on this PC'),
  invoices_exported: data('Продажі експортовано', 'Sales exported'),
  products_exported: data('Товари експортовано', 'Products exported'),
  report_exported: data('Звіт експортовано', 'Report exported'),
  month_exported: data('Місяць для бухгалтера експортовано', 'Accountant’s month exported'),
  day_exported: data('Підсумок дня експортовано', 'Day summary exported'),
  income_exported: data('Книгу доходів експортовано', 'Income book exported'),
  actions_exported: data('Журнал дій експортовано', 'Action log exported'),
  actions_pruned: data('Дії, старші за три роки, видалено', 'Actions older than three years deleted'),
} as const satisfies Record<string, ActionMeaning>;

export type ActionCode = keyof typeof ACTIONS;
export const ACTION_CODES = Object.keys(ACTIONS) as [ActionCode, ...ActionCode[]];

/** A newer version may have written a code that this one does not know. */
export const isActionCode = (code: string): code is ActionCode => Object.hasOwn(ACTIONS, code);

export const codesOfGroup = (group: ActionGroup): ActionCode[] =>
  ACTION_CODES.filter((code) => ACTIONS[code].group === group);

/** Facts of an action: no secrets, no card numbers. */
export type ActionFacts = Record<string, string | number | boolean | null | readonly string[]>;

/** What a backup can find of an action that the backup before holds. */
export const ACTION_FAULTS = ['changed', 'missing'] as const;
export type ActionFault = (typeof ACTION_FAULTS)[number];
