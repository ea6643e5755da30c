import { type ErrorBody, mapProblems, type Problem, type ProblemCode } from '../../shared/errors.ts';
import { BankError, isFirewallBlock, type OwnBankCode, UnreadableAnswer } from '../bank/errors.ts';
import { BusyError, ForbiddenError, NotFoundError, SignInError, ValidationError } from '../shop/errors.ts';
import { diskFault } from '../store/db/connection.ts';
import { HttpError, type RefusalCode } from './errors.ts';

/** The refusals of the interface in Ukrainian, by their codes and facts; `{name}` stands for a fact. */

type Facts = Problem['facts'];
type Sentence = string | ((facts: Facts) => string);

const INVALID: Record<string, string> = {
  string: 'Потрібен рядок тексту.',
  number: 'Потрібне число.',
  integer: 'Потрібне ціле число.',
  from_to: 'Потрібне ціле число від {min} до {max}.',
  not_negative: 'Потрібне ціле число, не менше за 0.',
  positive: 'Потрібне ціле число, не менше за 1.',
  boolean: 'Потрібне true або false.',
  datetime: 'Неправильний формат дати й часу. Потрібен ISO 8601.',
  dictionary: 'Потрібен об’єкт, а надіслано {type}.',
  printable: 'Потрібно від 1 до 255 друкованих символів ASCII.',
  email: 'Потрібна адреса електронної пошти.',
  uktzed: 'Код УКТЗЕД має від 4 до 10 цифр.',
  barcode: 'Штрихкод складається лише з друкованих символів ASCII, без пробілів, ком і крапок із комою.',
};

const NOT_HELD: Record<string, string> = {
  none: 'Цей продаж створено без утримання.',
  waiting: 'Ще нічого не утримано: QR не оплачено.',
  captured: 'Утримані кошти вже знято.',
  released: 'Утримані кошти розблоковано.',
};

const PROBLEMS: Record<ProblemCode, Sentence> = {
  required: 'Це поле обов’язкове.',
  null: 'Це поле не може бути null.',
  blank: 'Це поле не може бути порожнім.',
  invalid: ({ expected = '' }) => INVALID[expected] ?? 'Неправильне значення.',
  invalid_choice: ({ value, choices }) =>
    `${value === undefined ? 'Такого вибору немає.' : 'Значення «{value}» немає серед можливих.'}${choices === undefined ? '' : ' Можливі: {choices}.'}`,
  unknown_field: ({ known }) =>
    known === undefined
      ? 'Невідоме поле.'
      : `Невідомий параметр.${known === '' ? ' Ця адреса не має параметрів.' : ' Можливі: {known}.'}`,
  not_a_list: 'Потрібен список, а надіслано {type}.',
  max_length: ({ unit }) =>
    unit === 'elements' ? 'Не більше ніж {limit} елементів.' : 'Не більше ніж {limit} символів.',
  min_length: 'Щонайменше {limit} символів.',
  max_value: 'Значення має бути не більше за {limit}.',
  min_value: 'Значення має бути не менше за {limit}.',
  max_decimal_places: 'Не більше ніж {limit} знаків після коми.',
  max_words: 'Не більше ніж {limit} слів.',
  null_characters_not_allowed: 'Нульовий символ у тексті не дозволено.',
  only_digits: 'Самі цифри читаються як номер. Додайте літеру.',
  unique: 'Така назва вже є.',
  duplicate: 'Цей рядок вказано двічі.',
  not_found: ({ id }) => (id === undefined ? 'Такого запису немає.' : 'Запису з id {id} немає.'),
  not_active: 'Вимкнено: новий QR тут не створити.',
  amount_and_items: 'Передайте або amount, або items, а не обидва.',
  amount_mismatch: 'Сума рядків інша: {amount}. Передайте її або не передавайте amount.',
  other_terminal: 'Табличка належить іншій точці.',
  amount_not_settable: 'Суму на цій табличці встановлює не продавець.',
  key_reused: 'Цей ключ уже використано для іншого запиту.',
  amount_by_hand: 'Вводити суму вручну вам не можна: передайте items із товарами каталогу.',
  discount_limit: 'Знижка понад межу крамниці, {limit} %: її має дозволити друга людина. Нічого не продано.',
  discount_by_hand: 'Надавати знижки вам не можна.',
  not_from_catalog: 'Вам можна продавати лише товари каталогу.',
  archived: 'Товар в архіві: його не продають.',
  other_price: 'Ціна в каталозі інша: {price}.',
  not_as_in_catalog: 'У каталозі інакше: «{value}».',
  check_digit: 'Неправильна контрольна цифра: якусь цифру зчитано або введено з помилкою.',
  barcode_taken: 'Штрихкод {barcode} уже має товар {product} «{name}».',
  taken: 'Цей кошик уже взято: {by}, {at}. Нічого не змінено.',
  not_taken: 'Цього кошика ніхто не взяв.',
  no_shift: 'Зміну не відкрито. Відкрийте її з готівкою, яка є в касі.',
  returned: 'Товари цього продажу вже повертали. Спершу анулюйте повернення. Нічого не змінено.',
  in_parts:
    'Частину цього продажу оплачують через QR: поверніть її або завершіть продаж, поки QR не оплачено. Нічого не змінено.',
  parts_fiscal:
    'Частинами не можна: фіскальний чек на QR видає банк, і готівки в ньому не буде. Нічого не продано.',
  cash_step: ({ step }) =>
    step === undefined ? 'Готівку беруть цілими кроками.' : 'Готівку беруть цілими кроками по {step}.',
  sale_ended: 'У цьому продажу вже нічого не залишилося оплатити. Нічого не змінено.',
  sale_in_doubt: 'Банк ще не сказав, чи створено QR. Нічого не змінено.',
  sale_open: 'QR цього продажу не оплачено: повертати нічого. Нічого не змінено.',
  cart_in_sale: 'Цей кошик саме продають, або результат його продажу невідомий. Нічого не змінено.',
  amount_and_percent: 'Передайте або percent, або amount, а не обидва.',
  need_items: 'Знижка на весь кошик потребує items.',
  tax_missing:
    'У рядку «{name}» немає податкової ставки, а Вчасно.Каса без неї чека не видасть. Запиту до банку не було. Укажіть ставку в товарі або для точки за замовчуванням.',
  is_created: 'QR ще чекає оплати.',
  is_processing: 'Оплата ще триває. Дочекайтеся її результату.',
  is_success: 'QR уже оплачено. Нічого не повернуто.',
  is_failure:
    'Оплата не пройшла, але на її сторінці можна спробувати ще раз. Щоб завершити QR, скасуйте його ще раз.',
  is_reversed: 'Оплату вже повернуто.',
  is_expired: 'QR скасовано або його строк минув.',
  refund_under_way: 'Повернення {amount} ще триває. Іншого повернення не зроблено.',
  hold_at_register: 'На табличці кошти не утримують. Створіть QR без таблички.',
  is_held: 'Кошти утримано, але не знято: зніміть їх або розблокуйте. Нічого не скасовано.',
  not_held: ({ state }) => `${NOT_HELD[state ?? ''] ?? 'Нічого не утримано.'} Нічого не зроблено.`,
  history_not_running: 'Давніші платежі зараз не завантажуються.',
  hold_request_under_way: 'Зняття або розблокування {amount} ще триває. Іншого запиту не надіслано.',
  nothing_left: 'Повертати вже нічого.',
  not_payable: 'Банк відповів: {words} Нічого не змінено; QR завершиться, коли мине його строк.',
  only_whole: 'Неоплачений QR скасовують цілком: це поле не передають.',
  not_as_expected: ({ left }) =>
    left === undefined
      ? 'Тим часом щось змінилося, тому нічого не зроблено. Прочитайте стан ще раз.'
      : 'До повернення залишилося {left}. Нічого не повернуто.',
  not_ready: 'Ще не готово. Спробуйте пізніше.',
  open_invoices:
    'У точки є відкриті QR. Зніміть або розблокуйте утримане, а решту скасуйте або дочекайтеся оплати чи завершення строку. Нічого не видалено.',
  money_under_way:
    'Результат запиту до банку про гроші цієї точки ще невідомий, або банк ще виконує повернення. Дочекайтеся його. Нічого не видалено.',
  shift_open: 'Зміну вже відкрито: {by}, {at}. Нової не відкрито. Спершу закрийте ту зміну.',
  shift_closed: 'Цю зміну вже закрито: {by}, {at}. Нічого не змінено.',
  count_final: 'Касу цієї зміни вже пораховано: {by}, {at}. Цього підрахунку не записано.',
  other_count: 'Останній підрахунок був на іншу суму. Зміна закривається з ним.',
  not_counted: 'Спершу порахуйте готівку: зміну не закрито. День не закрито.',
  no_open_shift: 'Відкритої зміни цього дня немає: її вже закрито. Підрахунку не записано, день не закрито.',
  not_over: 'Місяць ще триває. Його можна закрити після останнього дня.',
  more_than_counted: 'Стільки в касі не пораховано. День не закрито.',
  more_than_till: 'За записами, які ви бачите, у касі менше. Нічого не записано.',
  voided: 'Цей запис уже анульовано: {by}, {at}.',
  range_reversed: 'Кінець періоду раніше за його початок.',
  range_too_long: 'Період задовгий.',
  too_early: 'Дата надто давня.',
  not_begun: 'Цей день чи місяць ще не настав.',
  old_excel:
    'Це книга Excel у старому чи двійковому форматі (.xls, .xlsb) або книга з паролем. Збережіть її як .xlsx без пароля.',
  open_document: 'Це документ LibreOffice. Збережіть його як .xlsx або .csv.',
  password: 'Книга захищена паролем. Збережіть її без пароля.',
  packed: 'Це архів. Спершу розпакуйте його.',
  picture: 'Це зображення, а потрібна таблиця: CSV або XLSX.',
  web_page: 'Це вебсторінка або XML. Збережіть таблицю як CSV або XLSX.',
  document: 'Це документ, а потрібна таблиця: CSV або XLSX.',
  empty: 'У файлі немає жодного рядка.',
  no_text: 'Це не текст і не таблиця. Потрібен CSV або XLSX.',
  damaged: 'Книга обірвана або пошкоджена. Збережіть її наново й надішліть ще раз.',
  quotation_mark: 'Лапки в рядку {row} не закрито: файл обірвано або лапки треба подвоїти.',
  row_too_long: 'Рядок {row} задовгий: найімовірніше, у ньому не закрито лапки.',
  no_sheet: 'У книзі немає видимого аркуша. Розмістіть таблицю на першому.',
  too_large: 'Забагато даних. Нічого не змінено. Поділіть їх на частини.',
  too_complex: 'Книга складніша, ніж її зберігають табличні програми. Збережіть таблицю як CSV.',
  too_slow: 'Файл читався задовго. Нічого не змінено. Поділіть таблицю на кілька файлів.',
  too_many_rows: 'Забагато рядків. Поділіть таблицю на кілька файлів.',
  too_many_columns: 'Забагато стовпців. Залиште потрібні.',
  too_many_cells: 'Забагато клітинок. Поділіть таблицю на кілька файлів.',
  cell_too_long: 'Одна з клітинок задовга.',
  unreadable: 'Файл не вдалося прочитати. Нічого не змінено. Збережіть таблицю як CSV.',
  missing_column: 'Бракує потрібного стовпця.',
  unknown_column: 'Стовпець, якого програма не знає.',
  wrong_row: 'У рядку {row} є помилка.',
  more_rows: 'І ще рядків: {rows}.',
  nothing_written: 'Нічого не записано. Виправте файл або пропустіть ці рядки: skip_wrong=true.',
  busy: 'Зараз каталог змінює хтось інший. Нічого не записано. Спробуйте за хвилину.',
  owner_exists: 'Власник уже є.',
  wrong_password: 'Неправильний пароль.',
  other_merchant: 'Токен належить іншому продавцеві.',
  not_a_folder: 'Це файл, а не тека.',
  no_space: 'На диску замало місця.',
  unusable: 'Цю теку не можна використати.',
  weak_phrase: 'Таку парольну фразу можна підібрати. Візьміть довшу, наприклад шість слів.',
  pin_missing: 'Ця людина не має PIN-коду. Введіть пароль.',
  pin_wrong: 'Неправильний PIN-код. Спроб до пароля залишилося: {left}.',
  pin_locked: 'Забагато неправильних PIN-кодів поспіль. Введіть пароль.',
  pin_lost: 'PIN-код встановлено з іншим сховищем ключів. Введіть пароль і встановіть PIN-код ще раз.',
  pin_weak: 'Такий PIN-код вгадують першим. Виберіть інший.',
  password_due: 'PIN-код діє після того, як сьогодні введено пароль. Введіть пароль.',
  person_inactive: 'Цього працівника деактивовано, увійти не можна.',
  refund_limit: 'Більше за вашу межу повернень: самостійно можна ще {allowed}. Нічого не повернуто.',
  approval_invalid:
    'Цей дозвіл не діє: він на інше, уже використаний або старший за дві хвилини. Нічого не зроблено.',
  approver_same: 'Дозвіл дає інша людина.',
  approver_no_right: 'Ця людина не може цього дозволити.',
  approver_limit: 'Повернення більше за межу і цієї людини: їй можна ще {allowed}.',
};

/** By the code of an HttpError, a SignInError or one of our own bank errors. */
const DETAILS: Record<
  Exclude<RefusalCode, 'DISK_FULL'> | OwnBankCode | 'disk_full' | 'disk_unwritable',
  Sentence
> = {
  parse_error: 'Тіло запиту не є правильним JSON: {why}',
  not_authenticated: 'Запит без токена або ключа.',
  permission_denied: 'Бракує прав на цю дію.',
  not_found: 'Не знайдено.',
  invalid_page: 'Такої сторінки немає.',
  method_not_allowed: 'Метод «{method}» тут не дозволено.',
  too_large: 'Тіло запиту завелике: не більше ніж {max} байтів.',
  unsupported_media_type: 'Тип «{type}» не підтримується.',
  throttled: 'Забагато запитів. Спробуйте через {seconds} с.',
  busy: 'Зараз це вже виконує інший запит; нічого не зроблено. Спробуйте, коли він закінчиться.',
  stopping: 'Програма зупиняється; нічого не зроблено.',
  DATABASE_LOST:
    'Бази даних цієї крамниці немає на місці. Нічого не змінено. Власник відновлює її з резервної копії на цьому комп’ютері.',
  BEING_RESTORED: 'Відновлюють резервну копію крамниці. Нічого не зроблено. Спробуйте за кілька секунд.',
  cut_off: 'Файл обірвався до кінця.',
  host_not_allowed: 'Цей Host не дозволено.',
  origin_not_allowed: 'Цей Origin не дозволено.',
  other_site: 'Запити інших вебсторінок не дозволено.',
  key_in_address:
    'Ключ надіслано в адресі, де його зберігають журнали. Надсилайте його в заголовку: Authorization: Bearer kr_… ' +
    'Замініть цей ключ: його могли прочитати інші.',
  token_not_valid: 'Токен недійсний.',
  key_unknown: 'Такого ключа немає: він неповний або з іншої крамниці.',
  key_revoked: 'Цей ключ відкликано.',
  key_off: 'Цей ключ вимкнено після відновлення копії. Власник може його увімкнути.',
  no_active_account: 'Ім’я користувача або пароль неправильні.',
  user_inactive: 'Користувача деактивовано.',
  TIMEOUT: 'Банк не відповів вчасно.',
  UNREACHABLE: ({ sent }) =>
    sent === 0
      ? 'Не вдалося з’єднатися з банком. Йому нічого не надіслано.'
      : 'З’єднання з банком обірвалося до кінця його відповіді.',
  BAD_GATEWAY: ({ field, isBlocked, sent }) => {
    if (isBlocked === 1)
      return (
        'Мережевий екран банку не пропускає інтернет-адресу цього комп’ютера (HTTP 403), зазвичай протягом доби. ' +
        'Через іншу мережу, наприклад телефона, запити проходять.' +
        (sent === 0 ? ' Цей продаж не надіслано: його не можна оплатити.' : '')
      );
    if (field === undefined) return 'Відповідь банку не вдалося прочитати (HTTP {status}).';
    return field === ''
      ? 'Відповідь банку не вдалося прочитати (HTTP {status}): {value}.'
      : 'Відповідь банку не вдалося прочитати (HTTP {status}): {field} = {value}.';
  },
  IN_DOUBT: 'Результат повернення в банку ще невідомий; повторно його не запитано.',
  CANCEL_FAILED: 'Банк не зміг повернути гроші.',
  TOKEN_MISSING:
    'Точка не має придатного токена банку. Банку нічого не надіслано. Якщо точку не видалено, власник може ввести токен ще раз.',
  MOVED_AWAY:
    'Крамницю перенесено на інший комп’ютер, тому цей не звертається до банку. Банку нічого не надіслано. Якщо працює саме цей, власник повідомляє про це в «Налаштуваннях».',
  PAUSED: 'Запити до банку призупинено, тому запит не надіслано.',
  disk_full: 'Диск заповнений, тому нічого не записано. Збережене раніше ціле, його можна читати.',
  disk_unwritable:
    'На диск не вдається писати, тому нічого не записано. Збережене раніше ціле, його можна читати.',
  internal_error: 'Внутрішня помилка програми.',
};

const fill = (sentence: Sentence, facts: Facts): string => {
  const text = typeof sentence === 'string' ? sentence : sentence(facts);
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''));
};

/** The Ukrainian texts of a refusal. The bank's own words stay as it sent them. */
export const ukrainianTexts = (error: unknown): Partial<ErrorBody> => {
  if (error instanceof ValidationError)
    return {
      detail: 'Дані не пройшли перевірку.',
      errors: mapProblems(error.problems, ({ code, facts }) => fill(PROBLEMS[code], facts)),
    };
  if (error instanceof BankError) {
    const sentence = sentenceOf(error.code);
    return sentence === undefined
      ? {}
      : {
          detail: fill(sentence, {
            sent: error.inDoubt ? 1 : 0,
            isBlocked: isFirewallBlock(error) ? 1 : 0,
            status: error.httpStatus ?? '',
            ...(error instanceof UnreadableAnswer && { field: error.field, value: error.value }),
          }),
        };
  }
  const [code, facts] = codeOf(error);
  const sentence = sentenceOf(code);
  return sentence === undefined ? {} : { detail: fill(sentence, facts) };
};

const sentenceOf = (code: string): Sentence | undefined =>
  Object.hasOwn(DETAILS, code) ? DETAILS[code as keyof typeof DETAILS] : undefined;

const codeOf = (error: unknown): [code: string, facts: Facts] => {
  if (error instanceof HttpError) return [error.code, error.facts];
  if (error instanceof BusyError) return ['throttled', { seconds: error.retryAfterSeconds }];
  if (error instanceof SignInError) return [error.reason, {}];
  if (error instanceof NotFoundError) return ['not_found', {}];
  if (error instanceof ForbiddenError) return ['permission_denied', {}];
  return [diskFault(error) ?? 'internal_error', {}];
};
