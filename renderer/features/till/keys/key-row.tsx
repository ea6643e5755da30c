import { Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../../shared/money.ts';
import type { TillKey } from '../../../../shared/operations/keys.ts';
import { PERMISSIONS } from '../../../../shared/permissions.ts';
import { callProgram } from '../../../api/bridge.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { Act } from '../../../kit/act.tsx';
import { FailureCallout } from '../../../kit/callout.tsx';
import { PanelRow } from '../../../kit/panel.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useToast } from '../../../kit/use-toast.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { ConfirmChange } from '../confirm-change.tsx';
import { purposeOf } from '../purposes.ts';
import { useTerminalLimit } from '../use-terminal-limit.ts';
import type { IssuedKey } from './key-form.tsx';

interface KeyRowProps {
  tillKey: TillKey;
  onIssued(issued: IssuedKey): void;
}

/** A key in the list: what it may do, when it was last used, and what can be done with it. */
export const KeyRow = ({ tillKey, onIssued }: KeyRowProps) => {
  const { t } = useTranslation('till');
  const [asked, setAsked] = useState<'rotate' | 'revoke'>();
  const { name, hint } = tillKey;
  return (
    <PanelRow label={`${name} · …${hint}`} text={useFacts(tillKey)}>
      <Group gap="xs">
        {tillKey.is_active ? null : <TurnOn tillKey={tillKey} />}
        <Act
          size="xs"
          aria-label={t('keys.rotateNamed', { name })}
          onClick={() => setAsked('rotate')}
          text={t('keys.rotate')}
        />
        <Act
          size="xs"
          aria-label={t('keys.revokeNamed', { name })}
          onClick={() => setAsked('revoke')}
          text={t('keys.revoke')}
        />
      </Group>
      {asked ? (
        <Confirm tillKey={tillKey} what={asked} onIssued={onIssued} onClose={() => setAsked(undefined)} />
      ) : null}
    </PanelRow>
  );
};

const TurnOn = ({ tillKey: { id, name } }: Pick<KeyRowProps, 'tillKey'>) => {
  const { t } = useTranslation('till');
  const invalidate = useInvalidate();
  const toast = useToast();
  const action = useAction();
  const turnOn = async () => {
    await callProgram('keys.change', { id, is_active: true }).finally(() => void invalidate('tillKey'));
    toast.success(t('keys.turnedOn', { name }));
  };
  return (
    <>
      <Act
        tone="main"
        size="xs"
        disabled={action.isBusy}
        aria-label={t('keys.turnOnNamed', { name })}
        onClick={() => void action.run(turnOn)}
        text={t('keys.turnOn')}
      />
      <FailureCallout failure={action.failure} />
    </>
  );
};

const useFacts = ({ terminal, last_used_at, refund_largest, refund_per_day, ...key }: TillKey): string => {
  const { t } = useTranslation('till');
  const dates = useDates();
  const limit = useTerminalLimit(terminal);
  const purpose = purposeOf(PERMISSIONS.filter((permission) => key[permission]));
  return [
    purpose === undefined ? t('keys.otherRights') : `${t(`keys.purposes.${purpose}`)}.`,
    limit,
    key.is_active ? '' : t('keys.off'),
    key.own_sales_only ? t('keys.onlyOwn') : '',
    key.catalog_prices_only ? t('keys.onlyCatalogPrices') : '',
    key.catalog_read_only ? t('keys.readsCatalog') : '',
    refund_largest === null ? '' : t('keys.refundLargest', { amount: formatAmount(refund_largest) }),
    refund_per_day === null ? '' : t('keys.refundPerDay', { amount: formatAmount(refund_per_day) }),
    last_used_at === null ? t('keys.unused') : t('keys.used', { at: dates.moment(Date.parse(last_used_at)) }),
  ]
    .filter((part) => part !== '')
    .join(' ');
};

interface ConfirmProps extends KeyRowProps {
  what: 'rotate' | 'revoke';
  onClose(): void;
}

const Confirm = ({ tillKey: { id, name }, what, onIssued, onClose }: ConfirmProps) => {
  const { t } = useTranslation('till');
  const invalidate = useInvalidate();
  const toast = useToast();
  const changes = {
    rotate: async () => {
      const issued = await callProgram('keys.rotate', { id });
      onClose();
      onIssued(issued);
    },
    revoke: async () => {
      await callProgram('keys.revoke', { id });
      onClose();
      toast.success(t('keys.revoked', { name }));
    },
  };
  return (
    <ConfirmChange
      title={t(`keys.${what}Title`, { name })}
      text={t(`keys.${what}Text`)}
      confirm={t(`keys.${what}Named`, { name })}
      change={() => changes[what]().finally(() => void invalidate('tillKey'))}
      onClose={onClose}
    />
  );
};
