import { ActionIcon, Box, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { PropsWithChildren, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Key } from '../../kit/key.tsx';
import charge from './charge.module.css';
import { TenderButton } from './tender-row.tsx';

interface TenderPaneProps extends PropsWithChildren {
  title: string;
  /** What the button says while the sale is written; undefined: it can be pressed. */
  busy: string | undefined;
  /** What it says otherwise. */
  text: string;
  icon?: ReactNode;
  /** Something to type is missing. */
  isIncomplete: boolean;
  onBack(): void;
  /** @param at of the event, ms */
  onGo(at: number): void;
}

/** In the place of the cart: how the sale is paid. */
export const TenderPane = (props: TenderPaneProps) => {
  const { title, busy, text, icon, isIncomplete, onBack, onGo, children } = props;
  const { t } = useTranslation('charge');
  const isBusy = busy !== undefined;
  return (
    <aside className={`card ${charge.cart}`} data-open aria-label={title}>
      <div className={charge.head}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('cash.back')}
          disabled={isBusy}
          onClick={onBack}
        >
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
        <Text component="h2" fw={650} fz="md" m={0} flex={1}>
          {title}
        </Text>
        <Key name="Esc" />
      </div>
      <Stack gap={14} flex={1} mih={0} p={16} style={{ overflowY: 'auto' }} inert={isBusy}>
        {children}
      </Stack>
      <Box flex="none" pt={0} px={16} pb={16}>
        <TenderButton
          isMain
          icon={icon}
          keyName="Enter"
          busy={busy}
          isOff={isIncomplete}
          onClick={(event) => onGo(event.timeStamp)}
          text={text}
        />
      </Box>
    </aside>
  );
};
