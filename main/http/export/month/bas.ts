import { groupedAmount } from '../../../../shared/money.ts';
import { writtenDate } from '../../../../shared/time.ts';
import type { AccountMonth, TerminalDay } from '../../../shop/reports/month.ts';
import { decimalText, escapeXml } from '../table.ts';

/**
 * The month for 1C and BAS: the bank-client exchange in its Ukrainian edition (1CClientBankExchange 2.00, XML), as the
 * movements of an account of settlements with the acquiring bank. Takings come in, refunds and the bank's fee go out,
 * and what remains each day is the net payout, which arrives with the statement of the real account.
 */

/** The names of the format are Russian, and the accountant's program Ukrainian. */
const BUYERS = 'Роздрібні покупці (картки)';
const BANK = 'Банк еквайрингу';
const DOCUMENT_KIND = 'Платежное поручение';

interface Movement {
  kind: 'takings' | 'refunds' | 'fee';
  amount: number;
  /** Of the account. */
  direction: 'in' | 'out';
  purpose: string;
}

const movementsOf = ({ date, sums }: TerminalDay, terminal: string): Movement[] => {
  const of = `${writtenDate(date)}, ${terminal}`;
  const movements: Movement[] = [
    {
      kind: 'takings',
      direction: 'in',
      amount: sums.gross,
      purpose: `Виторг за ${of}. Оплати: ${sums.count}. Без ПДВ.`,
    },
    {
      kind: 'refunds',
      direction: 'out',
      amount: sums.refunds,
      purpose: `Повернення за ${of}. Кількість повернень: ${sums.refund_count}. Без ПДВ.`,
    },
    {
      kind: 'fee',
      direction: 'out',
      amount: sums.fee,
      purpose: `Комісія банку за ${of}, з виторгу ${groupedAmount(sums.gross)}. Без ПДВ.`,
    },
  ];
  return movements.filter(({ amount }) => amount !== 0);
};

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

interface Party {
  name: string;
  taxNumber: string;
  account: string;
}

const party = (role: 'Плательщик' | 'Получатель', { name, taxNumber, account }: Party): string[] => [
  element(`${role}Счет`, account),
  element(role, name),
  element(`${role}ОКПО`, taxNumber),
];

/** The account in 1C and BAS that holds the movements of a seller; docs/till/1c.md says how it is made there. */
const settlementAccount = (taxNumber: string): string => `ACQ${taxNumber}`;

export const basExchange = (month: AccountMonth, days: readonly TerminalDay[]): string => {
  const terminals = new Map(month.terminals.map((each) => [each.id, each]));
  const documents = days.flatMap((day) => {
    const terminal = terminals.get(day.terminal);
    const seller: Party = {
      name: terminal?.merchantName ?? '',
      taxNumber: terminal?.taxNumber ?? '',
      account: settlementAccount(terminal?.taxNumber ?? ''),
    };
    return movementsOf(day, terminal?.name ?? '').map((movement, index) =>
      documentXml(day, movement, index, seller),
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<_1CClientBankExchange>',
    element('ВерсияФормата', '2.00'),
    element('Отправитель', 'Kramar'),
    element('Получатель', 'BAS'),
    element('ДатаНачала', writtenDate(month.firstDay)),
    element('ДатаКонца', writtenDate(month.lastDay)),
    ...documents,
    '</_1CClientBankExchange>',
    '',
  ].join('\r\n');
};

const documentXml = (day: TerminalDay, movement: Movement, index: number, seller: Party): string => {
  const { kind, amount, direction, purpose } = movement;
  const other: Party = { name: kind === 'fee' ? BANK : BUYERS, taxNumber: '', account: '' };
  const [payer, payee] = direction === 'in' ? [other, seller] : [seller, other];
  // The same at each export: a program that knows it does not take the movement in twice.
  const id = `kramar-${day.date}-${day.terminal}-${day.ccy}-${kind}`;
  return [
    '<СекцияДокумент>',
    element('ВидДокумента', DOCUMENT_KIND),
    element('Номер', `${day.date.slice(2).replaceAll('-', '')}-${day.terminal}-${index + 1}`),
    element('Дата', writtenDate(day.date)),
    element('ДокументИД', id),
    element('Сумма', decimalText(amount, '.')),
    element('КодВалюты', String(day.ccy)),
    ...party('Плательщик', payer),
    ...party('Получатель', payee),
    element('НазначениеПлатежа', purpose),
    '</СекцияДокумент>',
  ].join('\r\n');
};
