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
