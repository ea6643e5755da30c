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
export const DECLINE_REASONS: readonly DeclineReason[] = [
  {
    errCode: '59',
    failureReason: 'На картці недостатньо коштів для завершення покупки',
    english: 'Not enough money on the card for this purchase',
  },
  {
    errCode: '61',
    failureReason: 'На картці перевищено інтернет-ліміт',
    english: 'The internet limit of the card is exceeded',
  },
  {
    errCode: '60',
    failureReason: 'На картці перевищено ліміт кількості видаткових операцій',
    english: 'The limit of the number of payments of the card is exceeded',
  },
  {
    errCode: '6',
    failureReason: 'Операцію заблоковано банком-емітентом',
    english: 'The operation was blocked by the bank of the card',
  },
  {
    errCode: '55',
    failureReason: 'Операцію відхилено банком-емітентом',
    english: 'The operation was declined by the bank of the card',
  },
  {
    errCode: '50',
    failureReason: 'Витрати по карті обмежені',
    english: 'Payments by this card are restricted',
  },
  {
    errCode: '41',
    failureReason: 'Карта втрачена. Витрати обмежені',
    english: 'The card is reported lost. Payments are restricted',
  },
  { errCode: '52', failureReason: 'Номер картки вказано невірно', english: 'The card number is wrong' },
  {
    errCode: '1080',
    failureReason: 'Термін дії карти вказаний невірно',
    english: 'The expiry date of the card is wrong',
  },
  {
    errCode: '80',
    failureReason: 'Неправильний CVV код (3 цифри на звороті картки)',
    english: 'The CVV code is wrong (3 digits on the back of the card)',
  },
  {
    errCode: '56',
    failureReason: 'Тип карти не підтримує подібні оплати',
    english: 'Cards of this type cannot pay so',
  },
  {
    errCode: '1034',
    failureReason: '3-D Secure перевірку не пройдено',
    english: '3-D Secure was not passed',
  },
  {
    errCode: '83',
    failureReason: 'Перевищені ліміти спроб оплати з карт',
    english: 'Too many attempts to pay by card',
  },
  { errCode: '54', failureReason: 'Стався технічний збій', english: 'A technical failure' },
  { errCode: '8002', failureReason: 'Клієнт відмінив оплату', english: 'The customer cancelled the payment' },
];

export const DEFAULT_DECLINE = '59';

/** Throws NotPossible, naming the known codes, when the code is not in the list. */
export function declineReason(errCode: string): DeclineReason {
  const reason = DECLINE_REASONS.find((known) => known.errCode === errCode);
  if (reason) return reason;
  const known = DECLINE_REASONS.map((each) => each.errCode).join(', ');
  throw new NotPossible(`no decline reason ${errCode}; known are ${known}`);
}
