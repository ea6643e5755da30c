import { useTranslation } from 'react-i18next';
import type { ImportRow } from '../../../../shared/api/catalog-files.ts';
import classes from './import.module.css';

/** What a row would do, or why it would not. */
export const RowWords = ({ row }: { row: ImportRow }) => {
  if (row.verdict === 'wrong') return <Problems row={row} />;
  return row.verdict === 'new' ? <Fields row={row} /> : <Changes row={row} />;
};

const Problems = ({ row: { problems } }: { row: ImportRow }) => {
  const { t } = useTranslation('catalog');
  return problems.map(({ field, code, value, detail }) => (
    <div key={`${field} ${code}`} title={detail} className={classes.problem}>
      {field === null ? '' : `${t(`fields.${field}`)}: `}
      {t(`import.problem.${code}`, { value: shortened(value) })}
    </div>
  ));
};

const Fields = ({ row: { changes } }: { row: ImportRow }) => {
  const { t } = useTranslation('catalog');
  return changes
    .filter(({ field, to }) => field !== 'name' && to !== '')
    .map(({ field, to }) => (
      <span key={field} className={classes.change}>
        <span className={classes.fieldName}>{t(`fields.${field}`)}</span> {shortened(to)}
      </span>
    ));
};

const Changes = ({ row: { changes } }: { row: ImportRow }) => {
  const { t } = useTranslation('catalog');
  return changes.map(({ field, from, to }) => (
    <span key={field} className={classes.change}>
      <span className={classes.fieldName}>{t(`fields.${field}`)}</span>{' '}
      <del>{shortened(from) || t('import.nothing')}</del> <span aria-hidden>→</span>{' '}
      <ins>{shortened(to) || t('import.nothing')}</ins>
    </span>
  ));
};

const MOST = 80;

/** A cell may hold a book. */
const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length > MOST ? `${characters.slice(0, MOST).join('')}…` : text;
};
