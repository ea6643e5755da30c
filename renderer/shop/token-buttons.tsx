import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** Links to the dialogs of Terminals, for any screen that misses a terminal or its token. */

export const AddTerminalButton = (props: ButtonProps) => {
  const { t } = useTranslation('terminals');
  return (
    <Button
      {...props}
      renderRoot={(root) => <Link {...root} to="/settings/bank" search={{ add: true }} />}
      leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />}
    >
      {t('give.open')}
    </Button>
  );
};

export const GiveTokenButton = ({ terminal, ...props }: ButtonProps & { terminal: number }) => {
  const { t } = useTranslation('terminals');
  return (
    <Button
      size="xs"
      variant="default"
      {...props}
      renderRoot={(root) => <Link {...root} to="/settings/bank" search={{ token: terminal }} />}
    >
      {t('give.enter')}
    </Button>
  );
};
