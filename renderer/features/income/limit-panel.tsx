import { Progress, Text } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncomeBook } from '../../../shared/api/income-book.ts';
import type { WarningLevel } from '../../../shared/income.ts';
import { formatAmount } from '../../../shared/money.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Strip } from '../../kit/callout.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Panel, PanelPart } from '../../kit/panel.tsx';
import { useAccount } from '../../shop/session/account.ts';
import { LimitText, percentOf } from './limit-text.tsx';
import { SetupDialog } from './setup-dialog.tsx';
import { useForecastText } from './use-income-texts.ts';

interface LimitPanelProps {
  book: IncomeBook;
  several: boolean;
}

/** The year's income beside the limit of the group, and when the limit is reached. */
export const LimitPanel = ({ book, several }: LimitPanelProps) => {
  const { t } = useTranslation('income');
  const { is_owner: isOwner } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const forecastText = useForecastText();
  const forecast = forecastText(book);
  return (
    <>
      {book.level === null ? null : (
        <Strip
          tone={book.level === 80 ? 'waiting' : 'failed'}
          title={t(`level.${book.level as WarningLevel}`)}
        >
          <LimitText state={book} />
        </Strip>
      )}
      <Panel
        title={t('limit.title')}
        text={book.tax_group === null ? t(isOwner ? 'limit.choose' : 'limit.notChosen') : null}
        actions={
          isOwner ? <Act icon={IconAdjustments} onClick={() => setOpen(true)} text={t('setup.open')} /> : null
        }
      >
        <PanelPart>
          {book.limit === null ? null : <Bar book={book} limit={book.limit} />}
          <Facts facts={useLimitFacts(book)} />
          {forecast === '' ? null : (
            <Text mt="sm" fw={550}>
              {forecast}
            </Text>
          )}
          {book.forecast === null ? null : <Hint>{t('forecast.method')}</Hint>}
        </PanelPart>
      </Panel>
      {isOpen ? <SetupDialog book={book} several={several} onClose={() => setOpen(false)} /> : null}
    </>
  );
};

const COLORS = { 80: 'yellow.7', 90: 'red.7', 100: 'red.9' } as const;

const Bar = ({ book, limit }: { book: IncomeBook; limit: number }) => {
  const { t } = useTranslation('income');
  const percent = percentOf(book.income, limit);
  return (
    <Progress
      mb="md"
      size="lg"
      value={Math.max(0, Math.min(100, percent))}
      color={book.level === null ? 'green.8' : COLORS[book.level as WarningLevel]}
      aria-label={t('limit.bar', { percent: Math.floor(percent) })}
    />
  );
};

const useLimitFacts = (book: IncomeBook) => {
  const { t } = useTranslation('income');
  const { income, limit, tax_group, limit_source } = book;
  const sum = formatAmount(income);
  if (limit === null || tax_group === null) return [{ name: t('limit.income'), value: sum }];
  return [
    { name: t('limit.income'), value: `${sum} (${Math.floor(percentOf(income, limit))} %)` },
    {
      name: t('limit.ofGroup', { group: tax_group, year: book.year }),
      value: `${formatAmount(limit)}${limit_source === 'earlier_year' ? ` (${t('limit.earlierYear')})` : ''}`,
    },
    {
      name: t(income > limit ? 'limit.over' : 'limit.left'),
      value: formatAmount(Math.abs(limit - income)),
    },
  ];
};
