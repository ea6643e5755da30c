import { Button, Table, Text, Title } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashRegister } from '../../../shared/api/cash-registers.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { RegisterQr } from './register-qr.tsx';
import classes from './registers.module.css';

interface RegistersProps {
  terminal: Terminal;
  /** Registers of all terminals. */
  query: UseQueryResult<CashRegister[]>;
}

/** A terminal's QR registers, active ones first. */
export const Registers = ({ terminal, query }: RegistersProps) => {
  const { t } = useTranslation('terminals');
  const [shown, setShown] = useState<CashRegister>();
  return (
    <div className={classes.registers}>
      <Title order={3} size="h6">
        {t('registers.title')}
      </Title>
      <QueryView query={query} rows={4} height={30}>
        {(all) => {
          const own = all.filter((register) => register.terminal === terminal.id);
          return own.length > 0 ? (
            <Rows registers={own} onShow={setShown} />
          ) : (
            <Text size="sm" c="dimmed" py="xs">
              {t('registers.empty')}
            </Text>
          );
        }}
      </QueryView>
      <RegisterQr terminal={terminal} register={shown} onClose={() => setShown(undefined)} />
    </div>
  );
};

const Rows = ({
  registers,
  onShow,
}: {
  registers: readonly CashRegister[];
  onShow(register: CashRegister): void;
}) => {
  const { t } = useTranslation('terminals');
  const ordered = registers.toSorted((one, other) => Number(other.is_active) - Number(one.is_active));
  return (
    <Table.ScrollContainer minWidth={480} type="native">
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('registers.name')}</Table.Th>
            <Table.Th scope="col">{t('registers.shortId')}</Table.Th>
            <Table.Th scope="col">{t('registers.state')}</Table.Th>
            <Table.Th scope="col" className={classes.end}>
              {t('registers.code')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {ordered.map((register) => (
            <Table.Tr key={register.id}>
              <Table.Th scope="row" fw={550}>
                {register.name}
              </Table.Th>
              <Table.Td>{register.short_qr_id}</Table.Td>
              <Table.Td>
                <Text span size="sm" {...(register.is_active ? {} : { c: 'dimmed' })}>
                  {t(register.is_active ? 'registers.active' : 'registers.gone')}
                </Text>
              </Table.Td>
              <Table.Td className={classes.end}>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<IconQrcode size={16} stroke={1.7} aria-hidden />}
                  aria-label={t('registers.showOf', { name: register.name })}
                  onClick={() => onShow(register)}
                >
                  {t('registers.show')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};
