import { useTranslation } from 'react-i18next';
import { MAX_TABLE_BYTES } from '../../shared/api/tables.ts';
import type { Failure } from '../data/failure.ts';
import { formatCount } from '../lib/count.ts';
import { tableFaultOf } from './table-fault.ts';
import { useFailureText } from './use-failure-text.ts';

/** Why a file was not read, in the words of the screen; other failures as everywhere. */
export const useTableFault = (): ((failure: Failure) => string) => {
  const { t } = useTranslation('failures');
  const failureText = useFailureText();
  return (failure) => {
    const known = tableFaultOf(failure);
    if (known) return t(`table.${known.fault}`, { row: known.row, limit: formatCount(known.limit) });
    if (failure.kind === 'server' && failure.status === 413)
      return t('table.large', { limit: MAX_TABLE_BYTES / 1024 / 1024 });
    return failureText(failure);
  };
};
