import { NotPossible } from './errors.ts';

export interface DeclineReason {
  readonly errCode: string;
  readonly failureReason: string;
}

/**
 * Frequent reasons for a decline, with the bank's own codes and texts («Помилки в процесі оплати» in its published
 * document, which lists about ninety).
 */
export const DECLINE_REASONS: readonly DeclineReason[] = [
  { errCode: '59', failureReason: 'На картці недостатньо коштів для завершення покупки' },
  { errCode: '61', failureReason: 'На картці перевищено інтернет-ліміт' },
  { errCode: '60', failureReason: 'На картці перевищено ліміт кількості видаткових операцій' },
  { errCode: '6', failureReason: 'Операцію заблоковано банком-емітентом' },
  { errCode: '55', failureReason: 'Операцію відхилено банком-емітентом' },
  { errCode: '50', failureReason: 'Витрати по карті обмежені' },
  { errCode: '41', failureReason: 'Карта втрачена. Витрати обмежені' },
  { errCode: '52', failureReason: 'Номер картки вказано невірно' },
  { errCode: '1080', failureReason: 'Термін дії карти вказаний невірно' },
  { errCode: '80', failureReason: 'Неправильний CVV код (3 цифри на звороті картки)' },
  { errCode: '56', failureReason: 'Тип карти не підтримує подібні оплати' },
  { errCode: '1034', failureReason: '3-D Secure перевірку не пройдено' },
  { errCode: '83', failureReason: 'Перевищені ліміти спроб оплати з карт' },
  { errCode: '54', failureReason: 'Стався технічний збій' },
  { errCode: '8002', failureReason: 'Клієнт відмінив оплату' },
];

export const DEFAULT_DECLINE = '59';

/** Throws NotPossible, naming the known codes, when the code is not in the list. */
export function declineReason(errCode: string): DeclineReason {
  const reason = DECLINE_REASONS.find((known) => known.errCode === errCode);
  if (reason) return reason;
  const known = DECLINE_REASONS.map((each) => each.errCode).join(', ');
  throw new NotPossible(`no decline reason ${errCode}; known are ${known}`);
}
