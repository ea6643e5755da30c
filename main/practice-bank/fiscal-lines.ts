import { BankError, badRequest } from './errors.ts';
import type { PrroService } from './merchants.ts';
import type { InvoiceRequest } from './requests.ts';

/** A fiscal register adds up the lines of every receipt and refuses one whose lines do not make the sum. */

type MerchantPaymInfo = NonNullable<InvoiceRequest['merchantPaymInfo']>;
type BasketLine = NonNullable<MerchantPaymInfo['basketOrder']>[number];
type Discount = NonNullable<BasketLine['discounts']>[number];

/** Exact at any size: quantities have up to three decimals, discounts up to two. */
const THOUSANDTHS = 1000n;
const scaled = (value: number, factor: number) => BigInt(Math.round(value * factor));
const half = (part: bigint, whole: bigint) => (part * 2n + whole) / (whole * 2n);

/** Applies discounts and extra charges: `part` of `whole` minor units. */
function discounted(part: bigint, whole: bigint, discounts: readonly Discount[]): bigint {
  let total = part;
  for (const { type, mode, value } of discounts) {
    // A percentage is of price × quantity; a value is in hryvnias.
    const change = mode === 'PERCENT' ? (part * scaled(value, 100)) / 10_000n : scaled(value, 100) * whole;
    total += type === 'DISCOUNT' ? -change : change;
  }
  return total;
}

/** Minor units, rounded half up. */
function lineTotal({ qty, sum, discounts = [] }: Pick<BasketLine, 'qty' | 'sum' | 'discounts'>): bigint {
  // Ten thousandths of a thousandth, so that a percentage stays an integer.
  const whole = THOUSANDTHS * 10_000n;
  return half(discounted(scaled(qty, 1000) * BigInt(sum) * 10_000n, whole, discounts), whole);
}

const addUp = (lines: readonly Pick<BasketLine, 'qty' | 'sum' | 'discounts'>[]) =>
  lines.reduce((total, line) => total + lineTotal(line), 0n);

const wrongInfo = (text: string) =>
  new BankError(400, 'INVALID_MERCHANT_PAYM_INFO', `${text} 'merchantPaymInfo.basketOrder'`);

/** @throws BankError naming a line without the tax rate that the service wants */
function checkTaxes(
  lines: readonly Pick<BasketLine, 'name' | 'tax'>[],
  service: PrroService,
  wrong: (text: string) => BankError,
): void {
  if (service !== 'vchasnokasa') return;
  const bare = lines.find(({ tax = [] }) => tax.length === 0);
  if (bare) throw wrong(`no tax of «${bare.name}» in`);
}

/** @throws BankError when there are no lines, or they do not make the amount */
export function checkBasket(
  info: MerchantPaymInfo | undefined,
  amount: number,
  service: PrroService = 'checkbox',
): void {
  const { basketOrder = [] } = info ?? {};
  if (basketOrder.length === 0) throw wrongInfo('empty');
  checkTaxes(basketOrder, service, wrongInfo);
  for (const line of basketOrder) {
    const plain = lineTotal({ qty: line.qty, sum: line.sum });
    if (line.total !== undefined && BigInt(line.total) !== plain)
      throw wrongInfo(`the total of «${line.name}» in`);
  }
  const total = service === 'checkbox' ? withDiscounts(info) : addUp(basketOrder.map(bare));
  if (total !== BigInt(amount)) throw wrongInfo(`the lines make ${total}, not ${amount}:`);
}

/** Discounts reach Checkbox alone: for every other service they were never given. */
const bare = ({ qty, sum }: BasketLine) => ({ qty, sum });

function withDiscounts({ basketOrder = [], discounts = [] }: MerchantPaymInfo = {}): bigint {
  const whole = 10_000n;
  return half(discounted(addUp(basketOrder) * whole, whole, discounts), whole);
}

/** @throws BankError when the lines of a receipt do not make the amount */
export function checkReturnLines(
  lines: readonly Pick<BasketLine, 'name' | 'qty' | 'sum' | 'tax'>[],
  amount: number,
  service: PrroService = 'checkbox',
): void {
  checkTaxes(lines, service, (text) => badRequest(`${text} 'items'`));
  const total = addUp(lines);
  if (total !== BigInt(amount)) throw badRequest(`the lines make ${total}, not ${amount}: 'items'`);
}
