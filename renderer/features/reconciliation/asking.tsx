import { Button, Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../ui/use-now.ts';
import { desk } from './desk.ts';
import classes from './reconciliation.module.css';

/** It goes on while one walks elsewhere, and can be given up: nothing is written by it. */
export const Asking = ({ since }: { since: number }) => {
  const { t } = useTranslation('reconciliation');
  const { t: common } = useTranslation();
  const seconds = Math.max(0, Math.floor((useNow() - since) / 1000));
  return (
    <div className={`card ${classes.asking}`}>
      <Loader size={20} aria-hidden />
      <div className={classes.askingText}>
        <Text fw={600} role="status">
          {t('asking.title')}
        </Text>
        <Text size="sm" c="dimmed" className="figures">
          {t('asking.text', { seconds })}
        </Text>
      </div>
      <Button variant="default" onClick={desk.giveUp}>
        {common('work.stop')}
      </Button>
    </div>
  );
};
