import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDeviceDesktopShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { callProgram, isDesktop } from '../../api/bridge.ts';
import { connectDisplay } from '../../api/customer-screen.ts';
import { useToast } from '../../kit/use-toast.ts';

/** Opens the customer screen: on another display in the program, in a browser as a window of its own. */
export const CustomerButton = () => {
  const { t } = useTranslation('customer');
  const toast = useToast();
  const open = (): void => {
    // At once: a browser lets a click open a window, but not what comes after it. Without an opener it gets no copy of
    // the session.
    if (!isDesktop) window.open('/customer', '_blank', 'noopener,popup');
    const connected = connectDisplay();
    (isDesktop ? connected.then(toggle) : connected).catch(toast.error);
  };
  return (
    <Tooltip label={t('open')}>
      <ActionIcon variant="default" size="lg" aria-label={t('open')} onClick={open}>
        <IconDeviceDesktopShare size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
};

/** In the program the same button closes it: full screen, it has no frame to close it by. */
const toggle = async (): Promise<void> => {
  const { is_open } = await callProgram('customer_screen.state', {});
  await callProgram(is_open ? 'customer_screen.close' : 'customer_screen.open', {});
};
