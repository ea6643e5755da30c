import { useTranslation } from 'react-i18next';
import { taxNumberKind } from '../../shared/tax-number.ts';

/** The seller's tax number with its name: `РНОКПП 3012345678`; "" where it is not known. */
export const useTaxNumber = (): ((number: string) => string) => {
  const { t } = useTranslation();
  return (number) => (number === '' ? '' : `${t(`taxNumber.${taxNumberKind(number)}`)} ${number}`);
};
