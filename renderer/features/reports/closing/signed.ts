import { formatAmount } from '../../../../shared/money.ts';

/** `+75,00 ₴`. @param minor minor units */
export const signed = (minor: number): string => `${minor > 0 ? '+' : ''}${formatAmount(minor)}`;
