import { Box, Group, Text, Title } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type PropsWithChildren, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashRegister } from '../../../shared/api/cash-registers.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { type Column, column, DataTable } from '../../kit/data-table.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { RegisterQr } from './register-qr.tsx';

interface RegistersProps extends PropsWithChildren {
  terminal: Terminal;
  /** Registers of all terminals. */
  query: UseQueryResult<CashRegister[]>;
}

/** A terminal's QR registers, active ones first. Children are its actions. */
export const Registers = ({ terminal, query, children }: RegistersProps) => {
  const { t } = useTranslation('terminals');
  const [shown, setShown] = useState<CashRegister>();
  return (
    <Box className="ruled" pt="sm" px="md" pb="md">
      <Group justify="space-between">
        <Title order={3} size="h6">
          {t('registers.title')}
        </Title>
        {children}
      </Group>
      <QueryView query={query} rows={4} height={30}>
        {(all) => {
          const own = all.filter((register) => register.terminal === terminal.id);
          return own.length > 0 ? (
            <Rows registers={own} onShow={setShown} />
          ) : (
            <Hint py="xs">{t('registers.empty')}</Hint>
          );
        }}
      </QueryView>
      <RegisterQr terminal={terminal} register={shown} onClose={() => setShown(undefined)} />
    </Box>
  );
};

interface RowsProps {
  registers: readonly CashRegister[];
  onShow(register: CashRegister): void;
}

const Rows = ({ registers, onShow }: RowsProps) => {
  const { t } = useTranslation('terminals');
  const columns: Column<CashRegister>[] = [
    column(
      'name',
      t('words.name'),
      ({ name }) => (
        <Text inherit fw={550} component="span">
          {name}
        </Text>
      ),
      { isRowHead: true },
    ),
    column('shortId', t('registers.shortId'), ({ short_qr_id: id }) => id),
    column('state', t('words.state'), ({ is_active: isActive }) => (
      <Text span inherit {...(isActive ? {} : { c: 'dimmed' })}>
        {t(isActive ? 'registers.active' : 'registers.gone')}
      </Text>
    )),
    column(
      'code',
      t('words.qr'),
      (register) => (
        <Act
          tone="quiet"
          size="compact-sm"
          leftSection={<IconQrcode size={16} stroke={1.7} aria-hidden />}
          aria-label={t('registers.showOf', { name: register.name })}
          onClick={() => onShow(register)}
          text={t('words.showQr')}
        />
      ),
      { isNumber: true, isMain: true },
    ),
  ];
  return (
    <DataTable
      isPlain
      isStacked
      label={t('registers.title')}
      verticalSpacing={4}
      rows={registers.toSorted((one, other) => Number(other.is_active) - Number(one.is_active))}
      columns={columns}
      keyOf={({ id }) => id}
    />
  );
};
