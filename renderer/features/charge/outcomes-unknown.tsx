import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import { productQuery } from '../../api/queries.ts';
import { readNow } from '../../api/read-now.ts';
import { Act } from '../../kit/act.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useFailureText } from '../../kit/use-failure-text.ts';
import type { Attempt } from './attempts.ts';
import { ChargeCallout } from './charge-callout.tsx';
import { useChargeDraft } from './use-charge-draft.ts';
import { useCreate } from './use-create.ts';

/** The failure of the form's current content. */
export const CreateFailure = ({ attempt: { state, failure, amount } }: { attempt: Attempt }) => {
  const { t } = useTranslation('charge');
  const { t: common } = useTranslation();
  const failureText = useFailureText();
  if (state === 'sent') return null;
  if (state === 'unknown')
    return (
      <ChargeCallout tone="working" title={common('doubt.title')}>
        {common('doubt.create', { amount: formatAmount(amount) })}
      </ChargeCallout>
    );
  if (!failure) return null;
  const isPriceOld =
    failure.kind === 'invalid' && failure.codes?.items?.some(({ code }) => code === 'other_price');
  if (isPriceOld) return <OldPrices />;
  return (
    <ChargeCallout tone="failed" title={t('refused.title')}>
      {failure.kind === 'invalid' && failure.errors.cash_register
        ? t('refused.register')
        : failureText(failure)}{' '}
      {t('refused.safe')}
    </ChargeCallout>
  );
};

/** Somebody who sells at the prices of the catalog has lines at former ones. */
const OldPrices = () => {
  const { t } = useTranslation('charge');
  const update = useUpdatePrices();
  const action = useAction();
  return (
    <ChargeCallout
      tone="working"
      title={t('prices.title')}
      action={
        <Act
          size="xs"
          mt={4}
          loading={action.isBusy}
          onClick={() => void action.run(update)}
          text={t('prices.update')}
        />
      }
    >
      {t('refused.safe')}
    </ChargeCallout>
  );
};

interface UnknownProps {
  attempts: readonly Attempt[];
  /** The key of the form's content, which CreateFailure shows. */
  current: string | undefined;
}

/** Other sent invoices whose outcome is unknown. */
export const UnknownAttempts = ({ attempts, current }: UnknownProps) => {
  const { t } = useTranslation('charge');
  const { t: common } = useTranslation();
  const { draft, store } = useChargeDraft();
  const create = useCreate();
  const isOneSent = draft.attempts.some(({ state }) => state === 'sent');
  const unknown = attempts.filter(({ key, state }) => state === 'unknown' && key !== current);
  return unknown.map((attempt) => (
    <ChargeCallout
      key={attempt.key}
      tone="working"
      title={common('doubt.title')}
      action={
        <Group gap="xs" mt={4}>
          <Act size="xs" loading={isOneSent} onClick={() => void create(attempt)} text={t('unknown.find')} />
          <Act tone="faint" size="xs" onClick={() => store.drop(attempt.key)} text={t('unknown.drop')} />
        </Group>
      }
    >
      {common('doubt.create', { amount: formatAmount(attempt.amount) })}
    </ChargeCallout>
  ));
};

/** Gives the form's lines the present prices and names of the catalog. The result throws ApiError. */
const useUpdatePrices = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  const { store } = useChargeDraft();
  return async () => {
    for (const { key, product } of store.get().form.lines) {
      if (product === null) continue;
      const { name, price } = await readNow(queries, productQuery(product));
      store.fill({ type: 'line', key, changes: { name, price } });
    }
  };
};
