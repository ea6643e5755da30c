import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Reconciliation } from '../../../shared/api/reconciliation.ts';
import { whenOnlyAsked } from '../../data/failure.ts';
import { Callout } from '../../ui/callout.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import classes from './reconciliation.module.css';

/** Terminals that the bank said nothing of: what is theirs was not compared, and is not told for a difference. */
export const NotAsked = ({ terminals }: Pick<Reconciliation, 'terminals'>) => {
  const { t } = useTranslation('reconciliation');
  const missing = terminals.filter(({ asked }) => !asked);
  if (missing.length === 0) return null;
  return (
    <Callout
      tone="working"
      role="alert"
      icon={<IconAlertTriangle />}
      title={t(missing.length === terminals.length ? 'notAsked.all' : 'notAsked.some')}
    >
      <ul className={classes.plain}>
        {missing.map(({ terminal, name, err_code: code, detail: words }) => (
          <li key={terminal}>
            <strong>{name}</strong>: <FailureText failure={whenOnlyAsked({ kind: 'bank', code, words })} />
          </li>
        ))}
      </ul>
      {t('notAsked.text')}
    </Callout>
  );
};
