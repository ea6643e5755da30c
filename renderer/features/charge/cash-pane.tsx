import { Box, Group, Text, UnstyledButton } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount, groupedAmount } from '../../../shared/money.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Key } from '../../kit/key.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import type { Tone } from '../../kit/theme.ts';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { typedPrice } from '../../lib/money.ts';
import { isEnter } from '../../shop/session/hotkeys.ts';
import classes from './cash-pane.module.css';
import charge from './charge.module.css';
import { ChargeCallout } from './charge-callout.tsx';
import { sumsHanded } from './sums-handed.ts';
import { TenderPane } from './tender-pane.tsx';
import type { CashPaneState } from './use-cash-pane.ts';

interface CashPaneProps {
  pane: CashPaneState;
  /** For the sum. */
  field: React.RefObject<HTMLInputElement | null>;
  /** What the button says while the sale is written; undefined: it can be pressed. */
  busy: string | undefined;
  notices: ReactNode;
}

/** How much the buyer gives, and how much they get back. */
export const CashPane = ({ pane, field, busy, notices }: CashPaneProps) => {
  const { t } = useTranslation('charge');
  const { toPay, isShiftMissing } = pane;
  // The next thing typed is for the field, whatever was pressed before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sum, or another field, is typed anew
  useEffect(() => field.current?.focus(), [toPay, isShiftMissing]);
  const isShort = pane.received !== undefined && pane.received < toPay;
  const failureText = useFailureText();
  const shown = pane.openingFailure ?? pane.failure;
  return (
    <TenderPane
      title={t('words.cash')}
      busy={busy}
      text={isShiftMissing ? t('cash.openShift') : t('cash.take', { amount: formatAmount(toPay) })}
      isIncomplete={isShort}
      onBack={pane.close}
      onGo={pane.enter}
    >
      <Sums pane={pane} />
      {isShiftMissing ? (
        <TillQuestion pane={pane} field={field} onEnter={pane.enter} />
      ) : (
        <Received pane={pane} field={field} isShort={isShort} />
      )}
      {/* Why the shift was not opened, or the sale not written. */}
      {shown ? (
        <ChargeCallout tone="failed" title={t(pane.openingFailure ? 'cash.notOpened' : 'cash.refused')}>
          {failureText(shown)} {t('cash.safe')}
        </ChargeCallout>
      ) : null}
      {notices}
    </TenderPane>
  );
};

interface TillQuestionProps {
  pane: CashPaneState;
  field: React.RefObject<HTMLInputElement | null>;
  /** @param at of the event, ms */
  onEnter(at: number): void;
}

/** Without an open shift the till is counted first. */
export const TillQuestion = ({ pane, field, onEnter }: TillQuestionProps) => {
  const { t } = useTranslation('charge');
  return (
    <MoneyInput
      ref={field}
      size="lg"
      label={t('cash.till')}
      description={t('cash.tillText')}
      classNames={{ input: classes.received ?? '' }}
      value={pane.till}
      onChange={pane.typeTill}
      onKeyDown={(event) => {
        if (!isEnter(event)) return;
        event.preventDefault();
        if (!event.repeat) onEnter(event.timeStamp);
      }}
    />
  );
};

const Sums = ({ pane: { total, toPay, step } }: { pane: CashPaneState }) => {
  const { t } = useTranslation('charge');
  return (
    <dl className="figures with-ends">
      {total === toPay ? null : (
        <>
          <div>
            <dt>{t('words.total')}</dt>
            <dd>{formatAmount(total)}</dd>
          </div>
          <div>
            <dt>{t('cash.rounding', { step })}</dt>
            <dd>
              {toPay > total ? '+' : ''}
              {formatAmount(toPay - total)}
            </dd>
          </div>
        </>
      )}
      <LargeSum name={t('words.toPay')} amount={toPay} />
    </dl>
  );
};

/** A sum in a <dl>, as large as the total of a cart. */
export const LargeSum = ({ name, amount }: { name: string; amount: number }) => (
  <Box className={charge.total} mt={6}>
    <Text component="dt" c="inherit">
      {name}
    </Text>
    <dd>{formatAmount(amount)}</dd>
  </Box>
);

/** What is left: to be given back, or to be paid. */
export const Rest = ({ tone, name, amount }: { tone: Tone; name: string; amount: number }) => (
  <Group
    className="tinted"
    justify="space-between"
    align="baseline"
    gap="4px 12px"
    px={16}
    py={10}
    bdrs="md"
    fw={600}
    data-tone={tone}
    role="status"
  >
    <span>{name}</span>
    <Box component="strong" className="figures" ms="auto" fz={32} lh="44px">
      {formatAmount(amount)}
    </Box>
  </Group>
);

interface ReceivedProps {
  pane: CashPaneState;
  field: React.RefObject<HTMLInputElement | null>;
  isShort: boolean;
}

/** From one probable sum to the next. */
const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const Received = ({ pane, field, isShort }: ReceivedProps) => {
  const { t } = useTranslation('charge');
  const { toPay, received, receipts } = pane;
  const sums = [undefined, ...sumsHanded(toPay)];
  const give = (sum: number | undefined): void =>
    pane.type(sum === undefined ? '' : typedPrice(sum).replace(/,00$/u, ''));
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (isEnter(event) || step !== undefined) event.preventDefault();
    if (isEnter(event) && !event.repeat) pane.enter(event.timeStamp);
    const at = sums.indexOf(received);
    if (step !== undefined && at !== -1 && at + step in sums) give(sums[at + step]);
  };
  return (
    <>
      <MoneyInput
        ref={field}
        size="lg"
        label={t('cash.received')}
        classNames={{ input: classes.received ?? '' }}
        enterKeyHint="done"
        maxLength={40}
        placeholder={typedPrice(toPay)}
        value={pane.text}
        onChange={pane.type}
        fault={pane.fault}
        onKeyDown={onKeyDown}
      />
      <Group gap={8} wrap="nowrap" grow preventGrowOverflow={false}>
        {sums.map((sum) => (
          <UnstyledButton
            key={sum ?? 0}
            className={`card figures ${classes.chip}`}
            aria-pressed={sum === undefined ? pane.text === '' : received === sum}
            onClick={() => {
              give(sum);
              field.current?.focus();
            }}
          >
            {sum === undefined ? t('cash.exact') : groupedAmount(sum).replace(/,00$/u, '')}
          </UnstyledButton>
        ))}
      </Group>
      {received === undefined ? null : (
        <Rest
          tone={isShort ? 'failed' : 'paid'}
          name={t(isShort ? 'cash.short' : 'words.change')}
          amount={Math.abs(received - toPay)}
        />
      )}
      {isShort ? (
        <Act
          icon={IconQrcode}
          rightSection={<Key name="F10" />}
          onClick={() => pane.open('parts')}
          text={t('cash.restByQr')}
        />
      ) : null}
      {receipts === 'elsewhere' ? <Hint>{t('cash.receiptElsewhere')}</Hint> : null}
    </>
  );
};
