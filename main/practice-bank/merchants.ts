import { stableId } from './records.ts';

/** The bank hands discounts to `checkbox` alone; `vchasnokasa` takes no line without a tax rate. */
export const PRRO_SERVICES = ['checkbox', 'monopay', 'vchasnokasa'] as const;
export type PrroService = (typeof PRRO_SERVICES)[number];

type AmountType = 'merchant' | 'client' | 'fix';

interface RegisterSeed {
  readonly amountType: AmountType;
  readonly qrId?: string;
  readonly shortQrId?: string;
  /** Minor units; the price of a `fix` register (default 5000). */
  readonly fixedAmount?: number;
}

export interface MerchantSeed {
  readonly token: string;
  readonly merchantName: string;
  readonly merchantId?: string;
  readonly edrpou?: string;
  readonly registers?: readonly RegisterSeed[];
  /**
   * An active fiscal register: basketOrder with every invoice and items with every cancel become mandatory, and
   * payments have fiscal checks.
   */
  readonly prro?: boolean;
  /** Who registers its receipts; default `checkbox`. */
  readonly prroService?: PrroService;
}

export interface Register {
  readonly qrId: string;
  readonly shortQrId: string;
  readonly amountType: AmountType;
  /** Minor units. */
  readonly fixedAmount: number;
}

export interface Merchant {
  readonly token: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly edrpou: string;
  readonly prro: boolean;
  readonly prroService: PrroService;
  /** The payment device of the card scheme, `MI001088`; not Kramar's terminal. */
  readonly terminal: string;
  readonly registers: readonly Register[];
}

/** Four shops, one with a fiscal register; their tokens are public, for they work with this program only. */
export const PRACTICE_MERCHANTS: readonly MerchantSeed[] = [
  {
    token: 'practice-token-kavarnia-Rk7Wm2Qx9Tn4',
    merchantName: 'Кав’ярня «Зерно»',
    merchantId: 'prKavarnia',
    edrpou: '3141592653',
    registers: [
      { amountType: 'merchant', qrId: 'QR_zerno_kasa1', shortQrId: 'ZRN1' },
      { amountType: 'merchant', qrId: 'QR_zerno_kasa2', shortQrId: 'ZRN2' },
      { amountType: 'client', qrId: 'QR_zerno_chai', shortQrId: 'ZRNT' },
      { amountType: 'fix', qrId: 'QR_zerno_espr', shortQrId: 'ZRNF', fixedAmount: 4500 },
    ],
  },
  {
    token: 'practice-token-knyharnia-Vb5Hc8Ld1Yp6',
    merchantName: 'Книгарня «Сторінка»',
    merchantId: 'prKnyharnia',
    edrpou: '2718281828',
    registers: [
      { amountType: 'merchant', qrId: 'QR_storinka_k1', shortQrId: 'STR1' },
      { amountType: 'client', qrId: 'QR_storinka_k2', shortQrId: 'STR2' },
    ],
  },
  {
    token: 'practice-token-fop-Gs3Jz0Ue7Aw2',
    merchantName: 'ФОП Марченко О. І.',
    merchantId: 'prMarchenko',
    edrpou: '1618033988',
    registers: [{ amountType: 'merchant', qrId: 'QR_marchenko_1', shortQrId: 'MRC1' }],
  },
  {
    token: 'practice-token-apteka-Wn6Fb3Ty8Ks1',
    merchantName: 'Аптека «Липа»',
    merchantId: 'prApteka',
    edrpou: '1414213562',
    prro: true,
    registers: [{ amountType: 'merchant', qrId: 'QR_lypa_kasa1', shortQrId: 'LPA1' }],
  },
];

const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function registerOf(seed: RegisterSeed, origin: string): Register {
  return {
    qrId: seed.qrId ?? stableId(`${origin} qr`, 12),
    shortQrId: seed.shortQrId ?? stableId(`${origin} short`, 5, CAPITALS),
    amountType: seed.amountType,
    fixedAmount: seed.fixedAmount ?? 5000,
  };
}

export function merchantOf(seed: MerchantSeed): Merchant {
  const { token } = seed;
  return {
    token,
    merchantId: seed.merchantId ?? stableId(`${token} merchant`, 10),
    merchantName: seed.merchantName,
    edrpou: seed.edrpou ?? stableId(`${token} edrpou`, 8, '0123456789'),
    prro: seed.prro ?? false,
    prroService: seed.prroService ?? 'checkbox',
    terminal: `MI${stableId(`${token} terminal`, 6, '0123456789')}`,
    registers: (seed.registers ?? []).map((register, at) => registerOf(register, `${token} ${at}`)),
  };
}
