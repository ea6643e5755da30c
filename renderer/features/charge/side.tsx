import { Button, Kbd, Stack } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { preferencesStore } from '../../lib/preferences.ts';
import { useCanGiveTokens } from '../../shop/session/account.ts';
import { RegisterPicker, TerminalPicker } from '../../shop/terminal-picker.tsx';
import { GiveTokenButton } from '../../shop/token-buttons.tsx';
import type { Attempt } from './attempts.ts';
import { ChargeCallout } from './charge-callout.tsx';
import { amountOf, type Faults } from './charge-of.ts';
import { DetailsFields } from './details-fields.tsx';
import { type DraftState, isBusy } from './draft-store.ts';
import { type FormAction, isEmpty } from './form.ts';
import { CreateFailure, UnknownAttempts } from './outcomes-unknown.tsx';
import classes from './side.module.css';
import { useTerminalSelection } from './use-terminal-selection.ts';

interface SideProps {
  draft: DraftState;
  faults: Faults;
  fill(action: FormAction): void;
  /** An earlier attempt at the same content. */
  attempt: Attempt | undefined;
  /** No discounts. */
  isCatalogOnly: boolean;
}

/** The terminal, the details and the submit button. */
export const Side = (props: SideProps) => {
  const { draft, faults, fill, attempt, isCatalogOnly } = props;
  const { terminal, register, isTokenMissing } = useTerminalSelection();
  const { t } = useTranslation('charge');
  const { form } = draft;
  const amount = amountOf(form);
  const isUnknown = attempt?.state === 'unknown';

  return (
    <div className={`card ${classes.side}`}>
      <TerminalFields />
      {terminal && isTokenMissing ? <NoToken terminal={terminal.id} /> : null}
      <UnknownAttempts attempts={draft.attempts} current={attempt?.key} />
      {attempt ? <CreateFailure attempt={attempt} /> : null}
      <div className={classes.bar}>
        <Button
          type="submit"
          fullWidth
          mih="var(--control-large)"
          h="auto"
          px="xs"
          size="md"
          classNames={{ label: classes.label ?? '' }}
          loading={isBusy(draft)}
        >
          <span className="figures">
            {amount === undefined || amount === 0
              ? t('create.plain')
              : t(isUnknown ? 'create.again' : 'create.amount', { amount: formatAmount(amount) })}
          </span>
        </Button>
        <SubmitKey name={form.mode === 'amount' ? 'Enter' : 'Ctrl Enter'} />
      </div>
      <DetailsFields
        details={form.details}
        faults={faults}
        hasRegister={register !== undefined}
        hasDiscount={form.mode === 'lines' && (!isCatalogOnly || form.details.discount !== '')}
        fill={fill}
      />
      {isEmpty(form) ? null : <ClearButton fill={fill} />}
    </div>
  );
};

const SubmitKey = memo(({ name }: { name: string }) => (
  <Hint size="xs" ta="center" visibleFrom="sm" aria-hidden>
    <Kbd size="xs">{name}</Kbd>
  </Hint>
));

const ClearButton = memo(({ fill }: Pick<SideProps, 'fill'>) => {
  const { t } = useTranslation('charge');
  return <Act tone="faint" size="xs" onClick={() => fill({ type: 'clear' })} text={t('form.clear')} />;
});

/** Shown only if there is a choice. */
const TerminalFields = memo(() => {
  const { t } = useTranslation('charge');
  const { terminals, terminal, registers, register } = useTerminalSelection();
  const inside = { comboboxProps: { withinPortal: false } };
  if (terminals.length < 2 && registers.length === 0) return null;
  return (
    <Stack gap="sm">
      {terminals.length < 2 ? null : (
        <TerminalPicker
          {...inside}
          from={terminals}
          value={terminal?.id}
          onChange={(id) => preferencesStore.set({ terminal: id ?? null, cashRegister: null })}
        />
      )}
      {registers.length === 0 ? null : (
        <RegisterPicker
          {...inside}
          none={t('where.noRegister')}
          from={registers}
          value={register?.id}
          onChange={(id) =>
            preferencesStore.set({ terminal: terminal?.id ?? null, cashRegister: id ?? null })
          }
        />
      )}
    </Stack>
  );
});

/** The selected terminal has no token: what is missing, and where to enter it. */
const NoToken = ({ terminal }: { terminal: number }) => {
  const { t } = useTranslation('charge');
  const canGiveTokens = useCanGiveTokens();
  return (
    <ChargeCallout
      tone="failed"
      title={t('tokenMissing.title')}
      action={canGiveTokens ? <GiveTokenButton terminal={terminal} /> : null}
    >
      {t('tokenMissing.text')}
    </ChargeCallout>
  );
};
