import { Badge, Group, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashRegister } from '../../../../shared/api/cash-registers.ts';
import type { Terminal } from '../../../../shared/api/terminals.ts';
import { RegisterQr } from '../register-qr.tsx';
import { TokenMissing } from '../token-missing.tsx';
import classes from './board.module.css';
import { RegisterTile } from './tile.tsx';

interface TerminalGroupProps {
  terminal: Terminal;
  registers: readonly CashRegister[];
  isMissingToken: boolean;
}

/** A terminal's registers, each in a tile. */
export const TerminalGroup = ({ terminal, registers, isMissingToken }: TerminalGroupProps) => {
  const { t } = useTranslation('board');
  const id = useId();
  const [shown, setShown] = useState<CashRegister>();
  return (
    <section aria-labelledby={id}>
      <Group gap="xs" mb="xs">
        <Title order={2} size="h5" id={id}>
          {terminal.name}
        </Title>
        {terminal.is_active ? null : (
          <Badge color="gray" variant="default">
            {t('off')}
          </Badge>
        )}
      </Group>
      {isMissingToken ? (
        <div className={classes.missing}>
          <TokenMissing terminal={terminal} />
        </div>
      ) : null}
      <ul className={classes.tiles}>
        {registers.map((register) => (
          <li key={register.id}>
            <RegisterTile
              register={register}
              isMissingToken={isMissingToken}
              onShowQr={() => setShown(register)}
            />
          </li>
        ))}
      </ul>
      <RegisterQr terminal={terminal} register={shown} onClose={() => setShown(undefined)} />
    </section>
  );
};
