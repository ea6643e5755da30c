import { Text } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Permissions } from '../../../shared/permissions.ts';
import classes from './list.module.css';
import { grantedOf } from './rights.ts';

/** What somebody may, a word each. */
export const RightWords = ({ rights }: { rights: Permissions }) => {
  const { t } = useTranslation('employees');
  const granted = grantedOf(rights);
  if (granted.length === 0)
    return (
      <Text span inherit c="dimmed">
        {t('rights.none')}
      </Text>
    );
  return (
    <span className={classes.rights}>
      {granted.map((right) => (
        <span key={right} className={classes.right} data-tone="over">
          {t(`rights.short.${right}`)}
        </span>
      ))}
    </span>
  );
};

/** Told by word, colour and sign. */
export const StateWord = ({ isActive }: { isActive: boolean }) => {
  const { t } = useTranslation('employees');
  const Icon = isActive ? IconCheck : IconMinus;
  return (
    <span className={classes.state} data-tone={isActive ? 'paid' : 'over'}>
      <Icon size={14} stroke={2.2} aria-hidden />
      {t(isActive ? 'state.on' : 'state.off')}
    </span>
  );
};
