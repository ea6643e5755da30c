import { useTranslation } from 'react-i18next';
import { MAX_TABLE_BYTES } from '../../shared/api/tables.ts';
import type { Failure } from '../api/failure.ts';
import { useFailureText, useRefusedText } from '../kit/use-failure-text.ts';

/** The reason why a table file was not read; other failures as everywhere. */
export const useTableFault = (): ((failure: Failure) => string) => {
  const { t } = useTranslation('refusals');
  const failureText = useFailureText();
  const refusedText = useRefusedText();
  return (failure) => {
    const ofFile = failure.kind === 'invalid' ? failure.codes?.file : undefined;
    const text = ofFile && refusedText(ofFile);
    if (text) return text;
    if (failure.kind === 'server' && failure.status === 413)
      return t('fileTooLarge', { limit: MAX_TABLE_BYTES / 1024 / 1024 });
    return failureText(failure);
  };
};
