import { useTranslation } from 'react-i18next';
import { isInDoubt } from '../../../api/failure.ts';
import { Strip } from '../../../kit/callout.tsx';
import { useStore } from '../../../lib/create-store.ts';
import { useTableFault } from '../../../shop/use-table-fault.ts';
import { writingStore } from './writing.ts';

/** The failure of the last import. */
export const LastWrite = () => {
  const { t } = useTranslation('catalog');
  const tableFault = useTableFault();
  const writing = useStore(writingStore);
  if (writing?.state === 'stopped')
    return (
      <Strip tone="working" title={t('import.stopped.title')}>
        {t('import.stopped.text')}
      </Strip>
    );
  if (writing?.state !== 'failed') return null;
  const { failure } = writing;
  if (failure.kind === 'invalid' && 'expected_digest' in failure.errors)
    return (
      <Strip tone="working" title={t('import.overtaken.title')}>
        {t('import.overtaken.text')}
      </Strip>
    );
  if (isInDoubt(failure))
    return (
      <Strip tone="failed" title={t('import.doubt.title')}>
        {t('import.doubt.text')}
      </Strip>
    );
  return (
    <Strip tone="failed" title={t('import.refused.title')}>
      {tableFault(failure)} {t('import.nothingWritten')}
    </Strip>
  );
};
