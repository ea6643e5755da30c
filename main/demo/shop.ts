import type { RightSetName } from '../../shared/rights.ts';
import type { Counter } from './goods.ts';

/** Employees and terminals of the demo's shop. */

/** Shared by all accounts; printed at each start, for there is nothing to protect. */
export const PASSWORD = 'kramar-demo';
export const OWNER = 'owner';

export interface Person {
  username: string;
  full_name: string;
  email: string;
  position: string;
  preset: RightSetName;
  /** Description for the new user. */
  duties: string;
}

export const STAFF: readonly Person[] = [
  {
    username: 'olena',
    full_name: 'Олена Кравець',
    email: 'olena@zerno.example',
    position: 'Старша касирка',
    preset: 'leads',
    duties: 'leads the shift',
  },
  {
    username: 'taras',
    full_name: 'Тарас Гнатюк',
    email: 'taras@zerno.example',
    position: 'Касир',
    preset: 'sells',
    duties: 'sells, sees own sales',
  },
  {
    username: 'iryna',
    full_name: 'Ірина Бойко',
    email: 'iryna@zerno.example',
    position: 'Бухгалтерка',
    preset: 'accounts',
    duties: 'keeps the books',
  },
];

interface Register {
  shortQrId: string;
  /** Minor units; the price for payers without an invoice. */
  fixedAmount?: number;
}

export interface Till {
  name: string;
  /** Id of the practice merchant. */
  merchantId: string;
  /** Registers for invoices. */
  registers: readonly string[];
  /** Registers where the payer pays without an invoice. */
  selfService: readonly Register[];
}

export const TILLS: Readonly<Record<Counter, Till>> = {
  cafe: {
    name: 'Кав’ярня',
    merchantId: 'prKavarnia',
    registers: ['ZRN1', 'ZRN2'],
    selfService: [{ shortQrId: 'ZRNT' }, { shortQrId: 'ZRNF', fixedAmount: 4500 }],
  },
  grocery: { name: 'Крамниця', merchantId: 'prMarchenko', registers: ['MRC1'], selfService: [] },
};

/** Text on the payment page. */
export const DESTINATION = 'Оплата товарів у крамниці «Зерно»';
export const SELF_SERVICE_DESTINATION = 'Оплата через QR-касу';
