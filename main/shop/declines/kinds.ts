/**
 * The codes of the bank's published document («Помилки в процесі оплати»), grouped by what they mean at the counter,
 * and whether the same card may work at another try; null: unknown. The bank's texts are its own, and are shown beside
 * Kramar's.
 */
export const KINDS = {
  not_enough_money: { codes: ['59'], mayTryAgain: true },
  internet_limit: { codes: ['61', '63'], mayTryAgain: true },
  operations_limit: { codes: ['60'], mayTryAgain: true },
  card_restricted: { codes: ['50', '58'], mayTryAgain: false },
  card_lost: { codes: ['40', '41'], mayTryAgain: false },
  card_expired: { codes: ['51'], mayTryAgain: false },
  pin_blocked: { codes: ['62'], mayTryAgain: false },
  issuer_refused: {
    codes: ['6', '55', '71', '72', '75', '1165', '1193', '1408', '1413', '1428'],
    mayTryAgain: null,
  },
  issuer_fault: { codes: ['54'], mayTryAgain: true },
  scheme_refused: { codes: ['68', '1405'], mayTryAgain: false },
  wrong_number: { codes: ['52'], mayTryAgain: true },
  wrong_date: { codes: ['1080', '1419'], mayTryAgain: true },
  wrong_cvv: { codes: ['80', '81', '1200'], mayTryAgain: true },
  details_missing: { codes: ['1014'], mayTryAgain: true },
  three_ds: {
    codes: ['84', '1034', '1035', '1045', '1054', '1421', '1422', '1425', '1429', '1458', '8004'],
    mayTryAgain: true,
  },
  card_type: { codes: ['56', '57'], mayTryAgain: false },
  card_scheme: { codes: ['1064'], mayTryAgain: false },
  // Listed twice by the bank: as the issuer's refusal, and as a fault of the shop's settings.
  conditions: { codes: ['82'], mayTryAgain: false },
  too_many_tries: { codes: ['83'], mayTryAgain: false },
  risk: { codes: ['1406', '1407'], mayTryAgain: false },
  ukrainian_cards_only: { codes: ['1056'], mayTryAgain: false },
  other_banks_cards_only: { codes: ['1194'], mayTryAgain: false },
  temporarily_restricted: { codes: ['1411'], mayTryAgain: false },
  not_served: { codes: ['1436'], mayTryAgain: false },
  programme: { codes: ['1439'], mayTryAgain: false },
  amount_too_small: { codes: ['1077', '1145'], mayTryAgain: false },
  shop_settings: { codes: ['67', '74', '98', '1044', '1053', '1066', '1115', '1121'], mayTryAgain: false },
  shop_limit: { codes: ['8005', '8006'], mayTryAgain: false },
  request: { codes: ['1001', '1187', '1433'], mayTryAgain: null },
  bank_fault: { codes: ['73', '1000', '1005', '1010', '1036', '1090', '1420', '8003'], mayTryAgain: true },
  payer_gave_up: { codes: ['8002'], mayTryAgain: true },
  time_over: { codes: ['8001'], mayTryAgain: true },
} as const satisfies Record<string, { codes: readonly string[]; mayTryAgain: boolean | null }>;

export type DeclineKind = keyof typeof KINDS;
/** For each kind one sentence about what happened, and advice for the cashier. */
export type DeclineWords = Readonly<Record<DeclineKind, { reason: string; advice: string }>>;
