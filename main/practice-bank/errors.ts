/** A refusal with the bank's text: becomes `{"errCode", "errText"}` with that HTTP status. */
export class BankError extends Error {
  override readonly name = 'BankError';
  readonly status: number;
  readonly errCode: string;

  constructor(status: number, errCode: string, errText: string) {
    super(errText);
    this.status = status;
    this.errCode = errCode;
  }
}

/** Thrown by the practice bank's controls for the impossible, such as paying an expired invoice. */
export class NotPossible extends Error {
  override readonly name = 'NotPossible';
}

export const badRequest = (errText: string) => new BankError(400, 'BAD_REQUEST', errText);
export const notFound = (errText: string) => new BankError(404, 'NOT_FOUND', errText);
export const wrongCancelAmount = (errText: string) => new BankError(400, 'WRONG_CANCEL_AMOUNT', errText);
export const orderInProgress = () =>
  new BankError(400, 'ORDER_IN_PROGRESS', 'the amount on the QR register is being paid');

export interface DeclineReason {
  readonly errCode: string;
  readonly failureReason: string;
  /** The same, for the page in English. */
  readonly english: string;
}

/**
 * Frequent reasons for a decline, with the bank's own codes and texts («Помилки в процесі оплати» in its published
 * document, which lists about ninety).
 */
export const DECLINE_REASONS: readonly DeclineReason[] = (
  [
    [
      '59',
      'На картці недостатньо коштів для завершення покупки',
      'Not enough money on the card for this purchase',
    ],
    ['61', 'На картці перевищено інтернет-ліміт', 'The internet limit of the card is exceeded'],
    [
      '60',
      'На картці перевищено ліміт кількості видаткових операцій',
      'The limit of the number of payments of the card is exceeded',
    ],
    ['6', 'Операцію заблоковано банком-емітентом', 'The operation was blocked by the bank of the card'],
    ['55', 'Операцію відхилено банком-емітентом', 'The operation was declined by the bank of the card'],
    ['50', 'Витрати по карті обмежені', 'Payments by this card are restricted'],
    ['41', 'Карта втрачена. Витрати обмежені', 'The card is reported lost. Payments are restricted'],
    ['52', 'Номер картки вказано невірно', 'The card number is wrong'],
    ['1080', 'Термін дії карти вказаний невірно', 'The expiry date of the card is wrong'],
    [
      '80',
      'Неправильний CVV код (3 цифри на звороті картки)',
      'The CVV code is wrong (3 digits on the back of the card)',
    ],
    ['56', 'Тип карти не підтримує подібні оплати', 'Cards of this type cannot pay so'],
    ['1034', '3-D Secure перевірку не пройдено', '3-D Secure was not passed'],
    ['83', 'Перевищені ліміти спроб оплати з карт', 'Too many attempts to pay by card'],
    ['54', 'Стався технічний збій', 'A technical failure'],
    ['8002', 'Клієнт відмінив оплату', 'The customer cancelled the payment'],
  ] as const
).map(([errCode, failureReason, english]) => ({ errCode, failureReason, english }));

export const DEFAULT_DECLINE = '59';

/** Throws NotPossible, naming the known codes, when the code is not in the list. */
export function declineReason(errCode: string): DeclineReason {
  const reason = DECLINE_REASONS.find((known) => known.errCode === errCode);
  if (reason) return reason;
  const known = DECLINE_REASONS.map((each) => each.errCode).join(', ');
  throw new NotPossible(`no decline reason ${errCode}; known are ${known}`);
}
