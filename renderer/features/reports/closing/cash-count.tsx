import { Anchor, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../../shared/api/fields.ts';
import type { Shift, TillCash } from '../../../../shared/api/shifts.ts';
import { formatAmount, groupedAmount } from '../../../../shared/money.ts';
import { cashSalesQuery } from '../../../api/queries.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { CheckRow } from '../../../kit/check-list.tsx';
import { MoneyInput } from '../../../kit/money-input.tsx';
import { TextLink } from '../../../kit/text-link.tsx';
import { parsePrice, typedPrice } from '../../../lib/money.ts';
import { cashLink } from '../../../shop/sale-link.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { useGoodsText } from '../../../shop/use-sale-texts.ts';
import type { TillCount } from './till-count.ts';
import { QUESTION } from './use-questions.ts';

/** What is typed about the cash of a day; undefined: nothing. */
export interface CountDraft {
  isAgreed: boolean;
  own: string | undefined;
  taken: string | undefined;
  remark: string;
}
export const EMPTY_COUNT: CountDraft = { isAgreed: false, own: undefined, taken: undefined, remark: '' };

interface CashCountProps {
  till: { shift: Shift; cash: TillCash };
  count: TillCount;
  draft: CountDraft;
  onChange(draft: CountDraft): void;
}

/** The cash of the open shift: agreed by a tick, or counted; then how much of it is taken out. */
export const CashCount = (props: CashCountProps) =>
  props.count.difference === 0 ? <Agreed {...props} /> : <Differs {...props} />;

const useHow = ({ opening_cash, sales, refunds, cash_in, cash_out }: TillCash): string => {
  const { t } = useTranslation('closing');
  const parts = [
    t('cash.morning', { sum: groupedAmount(opening_cash) }),
    t('cash.sales', { sum: groupedAmount(sales) }),
    ...(refunds > 0 ? [t('cash.refunds', { sum: groupedAmount(refunds) })] : []),
    ...(cash_in > 0 ? [t('cash.in', { sum: groupedAmount(cash_in) })] : []),
    ...(cash_out > 0 ? [t('cash.out', { sum: groupedAmount(cash_out) })] : []),
  ];
  return `${parts.join(' ')}. ${t('cash.isIt')}`;
};

const Agreed = ({ till, count, draft, onChange }: CashCountProps) => {
  const { t } = useTranslation('closing');
  const how = useHow(till.cash);
  const inTill = t('cash.inTill', { sum: formatAmount(till.cash.expected_cash) });
  const isOpen = count.counted === undefined;
  const cannotAgree = till.cash.expected_cash < 0;
  return (
    <>
      <CheckRow
        state={isOpen ? 'open' : 'fine'}
        title={inTill}
        text={how}
        mark={
          <Checkbox
            aria-label={inTill}
            size="md"
            checked={draft.isAgreed || draft.own !== undefined}
            disabled={cannotAgree}
            {...(isOpen && draft.own === undefined && !cannotAgree && QUESTION)}
            onChange={(event) =>
              onChange({ ...draft, own: undefined, isAgreed: event.currentTarget.checked })
            }
          />
        }
        below={draft.own === undefined ? null : <OwnCount draft={draft} onChange={onChange} />}
      >
        {draft.own === undefined ? (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => onChange({ ...draft, own: '' })}
            {...(cannotAgree && QUESTION)}
          >
            {t('cash.another')}
          </Anchor>
        ) : null}
      </CheckRow>
      {isOpen ? null : <Taken count={count} draft={draft} onChange={onChange} />}
    </>
  );
};

type DraftProps = Pick<CashCountProps, 'draft' | 'onChange'>;

const OwnCount = ({ draft, onChange }: DraftProps) => {
  const { t } = useTranslation('closing');
  return (
    <MoneyInput
      label={t('cash.counted')}
      value={draft.own ?? ''}
      onChange={(own) => onChange({ ...draft, own, isAgreed: false })}
      autoFocus
      w="8rem"
    />
  );
};

const Taken = ({ count, draft, onChange }: DraftProps & { count: TillCount }) => {
  const { t } = useTranslation('closing');
  const typed = draft.taken ?? typedPrice(count.taken);
  const parsed = parsePrice(typed);
  return (
    <CheckRow state="fine" mark={<span style={{ width: 24 }} />} title={t('cash.taken')}>
      <MoneyInput
        aria-label={t('cash.taken')}
        value={typed}
        onChange={(taken) => onChange({ ...draft, taken })}
        fault={parsed.fault}
        error={count.left < 0}
        isSelectedOnFocus
        w="8rem"
      />
      <Hint>{t('cash.left', { sum: formatAmount(Math.max(0, count.left)) })}</Hint>
    </CheckRow>
  );
};

const Differs = ({ till, count, draft, onChange }: CashCountProps) => {
  const { t } = useTranslation('closing');
  const isMissing = count.difference < 0;
  return (
    <>
      <CheckRow
        isFilled
        state={isMissing ? 'wrong' : 'open'}
        title={t(isMissing ? 'cash.missing' : 'cash.over', { sum: formatAmount(Math.abs(count.difference)) })}
        text={t('cash.should', {
          counted: formatAmount(count.counted ?? 0),
          expected: formatAmount(till.cash.expected_cash),
        })}
      >
        <Act
          size="compact-sm"
          onClick={() => onChange({ ...draft, own: '', isAgreed: false })}
          text={t('cash.recount')}
        />
      </CheckRow>
      <Stack gap="xs" p="md">
        <OwnCount draft={draft} onChange={onChange} />
        <LastSales shift={till.shift.id} />
        <TextInput
          aria-label={t('words.cashRemark')}
          placeholder={t('words.cashRemark')}
          value={draft.remark}
          maxLength={MAX_LENGTH.comment}
          onChange={(event) => onChange({ ...draft, remark: event.currentTarget.value })}
        />
      </Stack>
      <Taken count={count} draft={draft} onChange={onChange} />
    </>
  );
};

/** Where a difference is looked for first. */
const LastSales = ({ shift }: { shift: number }) => {
  const { t } = useTranslation('closing');
  const dates = useDates();
  const goodsOf = useGoodsText();
  const { data } = useQuery(cashSalesQuery(shift, { page_size: 3 }));
  if (!data || data.count === 0) return null;
  return (
    <div>
      <Hint>{t('cash.usually')}</Hint>
      {data.results.map((sale) => (
        <Group key={sale.id} gap="sm" wrap="nowrap" justify="space-between">
          <Text size="sm">
            {dates.time(Date.parse(sale.made_at))} {goodsOf(sale)}
            {sale.received === null || sale.change === null
              ? null
              : ` · ${t('cash.given', { received: formatAmount(sale.received), change: formatAmount(sale.change) })}`}
          </Text>
          <Group gap="sm" wrap="nowrap">
            <Text size="sm" className="figures one-line">
              {formatAmount(sale.is_refund ? -sale.amount : sale.amount)}
            </Text>
            <TextLink size="sm" underline="always" {...cashLink(sale.id)}>
              {t('words.open')}
            </TextLink>
          </Group>
        </Group>
      ))}
    </div>
  );
};
