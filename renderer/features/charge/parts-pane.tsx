import { IconQrcode } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import type { Failure } from '../../api/failure.ts';
import { MoneyInput } from '../../kit/money-input.tsx';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { parseAmount } from '../../lib/money.ts';
import { isEnter } from '../../shop/session/hotkeys.ts';
import classes from './cash-pane.module.css';
import { LargeSum, Rest, TillQuestion } from './cash-pane.tsx';
import { ChargeCallout } from './charge-callout.tsx';
import { TenderPane } from './tender-pane.tsx';
import type { CashPaneState } from './use-cash-pane.ts';

interface PartsPaneProps {
  pane: CashPaneState;
  /** For the sum in cash. */
  field: React.RefObject<HTMLInputElement | null>;
  /** What the button says while the sale is created; undefined: it can be pressed. */
  busy: string | undefined;
  notices: ReactNode;
}

/** How much is taken in cash; the rest is a QR. */
export const PartsPane = ({ pane, field, busy, notices }: PartsPaneProps) => {
  const { t } = useTranslation('charge');
  const { total, step, isShiftMissing } = pane;
  // What the buyer has given already, where it is less than the sum.
  const [text, setText] = useState((pane.received ?? total) < total ? pane.text : '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field is typed anew
  useEffect(() => field.current?.focus(), [isShiftMissing]);
  const parsed = parseAmount(text);
  const cash = parsed.minor;
  const fault =
    cash === undefined
      ? undefined
      : cash >= total
        ? t('parts.tooMuch', { amount: formatAmount(total) })
        : cash % step === 0
          ? undefined
          : t('parts.step', { step });
  const rest = cash === undefined || fault !== undefined ? undefined : total - cash;
  const go = (): void => {
    if (isShiftMissing) pane.openShift();
    else if (rest !== undefined && cash !== undefined) pane.payInParts(cash);
  };
  return (
    <TenderPane
      title={t('words.inParts')}
      busy={busy}
      text={
        isShiftMissing
          ? t('cash.openShift')
          : rest === undefined
            ? t('words.qr')
            : t('create.amount', { amount: formatAmount(rest) })
      }
      icon={<IconQrcode size={20} aria-hidden />}
      isIncomplete={rest === undefined && !isShiftMissing}
      onBack={pane.close}
      onGo={go}
    >
      <dl className="figures with-ends">
        <LargeSum name={t('words.total')} amount={total} />
      </dl>
      {isShiftMissing ? (
        <TillQuestion pane={pane} field={field} onEnter={go} />
      ) : (
        <MoneyInput
          ref={field}
          size="lg"
          label={t('parts.cash')}
          classNames={{ input: classes.received ?? '' }}
          maxLength={40}
          placeholder="0,00"
          value={text}
          onChange={setText}
          fault={parsed.fault === 'empty' ? undefined : parsed.fault}
          error={fault}
          onKeyDown={(event) => {
            if (!isEnter(event)) return;
            event.preventDefault();
            if (!event.repeat) go();
          }}
        />
      )}
      {rest === undefined ? null : <Rest tone="waiting" name={t('parts.rest')} amount={rest} />}
      <PartsRefusal failure={pane.failure ?? undefined} />
      {notices}
    </TenderPane>
  );
};

const PartsRefusal = ({ failure }: { failure: Failure | undefined }) => {
  const { t } = useTranslation('charge');
  const failureText = useFailureText();
  if (!failure) return null;
  const isFiscal = failure.kind === 'invalid' && failure.codes?.cash?.[0]?.code === 'parts_fiscal';
  return (
    <ChargeCallout tone="failed" title={t('cash.refused')}>
      {isFiscal ? t('parts.fiscal') : failureText(failure)} {t('cash.safe')}
    </ChargeCallout>
  );
};
