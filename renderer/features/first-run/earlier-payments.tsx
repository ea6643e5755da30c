import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { requestStatementHistory } from '../../api/mutations.ts';
import { putData } from '../../api/put-data.ts';
import { statementHistoryQuery } from '../../api/queries.ts';
import { Act } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { useAction } from '../../kit/use-action.ts';

/** Offers the payments that the bank has from before Kramar. */
export const OfferEarlierPayments = ({ terminal }: { terminal: number }) => {
  const { t } = useTranslation('first-run');
  const queries = useQueryClient();
  const { data: history } = useQuery(statementHistoryQuery(terminal));
  const { isBusy, failure, run } = useAction();
  const isOffered = history === undefined || history.state === 'none';
  if (!isOffered)
    return (
      <Text size="sm" role="status">
        {t('done.earlierStarted')}
      </Text>
    );
  return (
    <>
      {t('done.earlierText')}
      <div>
        <Act
          size="sm"
          mt={6}
          loading={isBusy}
          onClick={() =>
            void run(async () => {
              const started = await requestStatementHistory(terminal, 'start');
              putData(queries, statementHistoryQuery(terminal).queryKey, started);
            })
          }
          text={t('done.earlierStart')}
        />
      </div>
      <FailureCallout failure={failure} mt="xs" />
    </>
  );
};
