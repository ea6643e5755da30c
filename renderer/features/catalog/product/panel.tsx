import { useTranslation } from 'react-i18next';
import type { RecordTexts } from '../../../ui/record-panel.tsx';
import type { RecordForm, RecordRules } from '../../../ui/use-record-form.ts';
import { type Faults, type Fields, faultsOf, hasFaults, isDirty, isOvertaken } from './form.ts';

export type ProductForm = RecordForm<Fields, Faults>;

export const productRules: RecordRules<Fields, Faults> = {
  isDirty,
  faultsOf,
  hasFaults,
  noFaults: { texts: {} },
  isOvertaken,
};

export const useProductTexts = (): RecordTexts => {
  const { t } = useTranslation('catalog');
  return {
    label: t('panel.label'),
    close: t('panel.close'),
    missing: { title: t('missing.title'), text: t('missing.text') },
    overtaken: { title: t('overtaken.title'), text: t('overtaken.text') },
    dirty: t('edit.dirty'),
    clean: t('edit.clean'),
    undo: t('edit.undo'),
  };
};
