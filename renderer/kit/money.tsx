import { formatAmount } from '../../shared/money.ts';

interface MoneyProps {
  /** Minor units. */
  minor: number;
  /** ISO 4217 number; hryvnia by default. */
  ccy?: number;
}

export const Money = ({ minor, ccy }: MoneyProps) => (
  <span className="figures">{formatAmount(minor, ccy)}</span>
);
