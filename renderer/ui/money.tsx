import { formatAmount } from '../../shared/money.ts';

/** An amount. @param minor minor units */
export const Money = ({ minor }: { minor: number }) => <span className="figures">{formatAmount(minor)}</span>;
