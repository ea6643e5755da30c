import type { Bank } from '../../main/bank/client.ts';
import { BankError } from '../../main/bank/errors.ts';
import type { CreateInvoiceRequest } from '../../main/bank/requests.ts';
import type { BankInvoice, StatementItem } from '../../main/bank/wire.ts';

type Status = 'created' | 'failure' | 'success' | 'expired';
interface Opened {
  id: string;
  request: CreateInvoiceRequest;
  status: Status;
  changedAt: number;
}

const lost = () => new BankError('TIMEOUT', 'no answer', { inDoubt: true });

/** How a creation goes: it is answered, its answer is lost, it is carried out late, or refused. */
export type Way = 'answered' | 'lost' | 'late' | 'refused';

/** A bank in memory that answers as a test wants it. */
export const memoryBank = (now: () => number) => {
  const opened: Opened[] = [];
  const late: CreateInvoiceRequest[] = [];
  let way: Way = 'answered';
  let onRegister: string | null = null;
  let removalFault: 'lost' | 'ignored' | undefined;
  /** Done once, before or after the bank looks at an invoice to answer about it, or before a removal. */
  let interlude: (() => unknown) | undefined;
  let isFirst = false;

  const find = (id: string): Opened => {
    const invoice = opened.find((each) => each.id === id);
    if (!invoice) throw new BankError('NOT_FOUND', 'unknown', { inDoubt: false });
    return invoice;
  };
  const change = (invoice: Opened, status: Status) => {
    Object.assign(invoice, { status, changedAt: now() });
    if (status !== 'failure' && onRegister === invoice.id) onRegister = null;
  };
  const isPayable = ({ status }: Opened) => status === 'created' || status === 'failure';
  const open = (request: CreateInvoiceRequest): Opened => {
    const id = `m${Math.random().toString(36).slice(2)}`;
    const invoice: Opened = { id, request, status: 'created', changedAt: now() };
    opened.push(invoice);
    if (request.qrId !== undefined) onRegister = id;
    return invoice;
  };
  const pass = async () => {
    const work = interlude;
    interlude = undefined;
    await work?.();
  };
  const statusOf = ({ id, request, status, changedAt }: Opened): BankInvoice => ({
    invoiceId: id,
    status,
    amount: request.amount,
    ccy: request.ccy,
    finalAmount: null,
    createdDate: null,
    modifiedDate: Math.floor(changedAt / 1000) * 1000,
    errCode: null,
    reference: request.merchantPaymInfo.reference,
    failureReason: null,
    paymentInfo: null,
    cancelList: null,
  });
  const line = ({ id, request, status, changedAt }: Opened): StatementItem => ({
    invoiceId: id,
    status: status === 'success' ? 'success' : 'failure',
    maskedPan: null,
    date: changedAt,
    amount: request.amount,
    ccy: request.ccy,
    profitAmount: null,
    destination: null,
    reference: request.merchantPaymInfo.reference,
    approvalCode: null,
    rrn: null,
    shortQrId: null,
    metadata: request.merchantPaymInfo.metadata,
    cancelList: null,
  });

  const bank: Partial<Bank> = {
    createInvoice: async (_token, request) => {
      const how = way;
      way = 'answered';
      if (how === 'refused') throw new BankError('TMR', 'too many', { inDoubt: false });
      if (how === 'late') late.push(request);
      if (how === 'lost') open(request);
      if (how !== 'answered') throw lost();
      const { id } = open(request);
      return { invoiceId: id, pageUrl: `https://pay/${id}` };
    },
    invoiceStatus: async (_token, id) => {
      if (isFirst) await pass();
      const answer = statusOf(find(id));
      await pass();
      return answer;
    },
    registerDetails: async () => ({ shortQrId: 'ZRN1', amount: null, ccy: null, invoiceId: onRegister }),
    statement: async () => ({
      items: opened
        .filter(({ status }) => status === 'success' || status === 'failure')
        .sort((one, other) => other.changedAt - one.changedAt)
        .map(line),
      unreadable: [],
    }),
    removeInvoice: async (_token, id) => {
      await pass();
      const invoice = find(id);
      const fault = removalFault;
      removalFault = undefined;
      if (fault === 'ignored') throw lost();
      if (!isPayable(invoice)) throw new BankError('BAD_REQUEST', 'it is paid', { inDoubt: false });
      change(invoice, 'expired');
      if (fault === 'lost') throw lost();
    },
  };
  return {
    bank: bank as Bank,
    opened,
    /** The next creation goes so. */
    next: (how: Way) => {
      way = how;
    },
    failRemoval: (fault: 'lost' | 'ignored') => {
      removalFault = fault;
    },
    arrive: () => {
      const request = late.shift();
      if (request) open(request);
    },
    arriveAll: () => late.splice(0).forEach(open),
    pay: (which: number, status: 'success' | 'failure' = 'success') => {
      const payable = opened.filter(isPayable);
      const invoice = payable[which % Math.max(1, payable.length)];
      if (invoice) change(invoice, status);
    },
    during: (work: () => unknown, first = false) => {
      isFirst = first;
      interlude = work;
    },
    isOnRegister: ({ id }: Opened) => id === onRegister,
    isPayable,
  };
};
