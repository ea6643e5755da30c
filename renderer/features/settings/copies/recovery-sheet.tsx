import { useTranslation } from 'react-i18next';
import paper from '../../../shop/paper.module.css';
import { useDates } from '../../../shop/use-dates.ts';
import classes from './recovery-sheet.module.css';

const STEPS = ['step1', 'step2', 'step3', 'step4'] as const;
/** Empty lines for the passphrase. */
const LINES = ['first', 'second', 'third'];

/** On paper: what the copies are, where, how to restore, and a place for the passphrase, which is not printed. */
export const RecoverySheet = ({ folder, shopName }: { folder: string; shopName: string }) => {
  const { t } = useTranslation('copies');
  const dates = useDates();
  return (
    <div className={`${paper.a4} ${classes.sheet}`}>
      <h1>{t('sheet.title')}</h1>
      {shopName === '' ? null : (
        <p>
          {t('sheet.shop')}: <strong>{shopName}</strong>
        </p>
      )}
      <h2>{t('sheet.what')}</h2>
      <p>{t('sheet.whatText')}</p>
      <h2>{t('sheet.where')}</h2>
      <p className={classes.folder}>{t('sheet.whereText', { folder })}</p>
      <h2>{t('sheet.how')}</h2>
      <ol>
        {STEPS.map((step) => (
          <li key={step}>{t(`sheet.${step}`)}</li>
        ))}
      </ol>
      <p>{t('sheet.without')}</p>
      <h2>{t('sheet.phrase')}</h2>
      {LINES.map((line) => (
        <div key={line} className={classes.line} />
      ))}
      <p className={classes.printed}>{t('sheet.printed', { moment: dates.spoken(Date.now()) })}</p>
    </div>
  );
};
