import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink, IconFileTypePdf, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiscalCheck } from '../../../../shared/api/fiscal-checks.ts';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { search } from '../../../api/client.ts';
import { download } from '../../../api/download.ts';
import { asReadFailure, failureOf } from '../../../api/failure.ts';
import { fiscalChecksQuery } from '../../../api/queries.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { LoadingState } from '../../../kit/query-view.tsx';
import type { Tone } from '../../../kit/theme.ts';
import { FailureText } from '../../../kit/use-failure-text.ts';
import { startWork, useIsWorking } from '../../../shop/tasks/background-work.tsx';
import { useDates } from '../../../shop/use-dates.ts';

/** The fiscal receipts that the bank knows of; requested only on demand. */
export const FiscalChecks = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation('invoices');
  const [isRequested, setIsRequested] = useState(false);
  return (
    <Stack gap="xs" align="stretch">
      <Title order={3} size="h5">
        {t('fiscal.title')}
      </Title>
      {isRequested ? (
        <FiscalCheckList invoice={invoice} />
      ) : (
        <Act
          icon={IconReceipt}
          size="xs"
          style={{ alignSelf: 'start' }}
          onClick={() => setIsRequested(true)}
          text={t('fiscal.ask')}
        />
      )}
    </Stack>
  );
};

const FiscalCheckList = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const { data, error, isFetching, refetch } = useQuery(fiscalChecksQuery(invoice.id));
  const failure = error && !isFetching ? asReadFailure(failureOf(error)) : undefined;
  return (
    <div role="status">
      {data || failure ? null : <LoadingState rows={1} height={40} />}
      {failure && failure.kind !== 'session' ? (
        <Text size="sm" c="red">
          <FailureText failure={failure} />
        </Text>
      ) : null}
      {data?.results.length === 0 ? <Hint>{t('fiscal.none')}</Hint> : null}
      {data && data.results.length > 0 ? (
        <Stack component="ul" className="plain-list lined" gap="xs" fz="sm">
          {data.results.map((check, at) => (
            <Box component="li" key={check.id} pt={at === 0 ? 0 : 'xs'}>
              <Check invoice={invoice} check={check} />
            </Box>
          ))}
        </Stack>
      ) : null}
      {data || failure ? (
        <Group gap="xs" mt={6}>
          <Act
            tone="quiet"
            size="compact-xs"
            loading={isFetching}
            onClick={() => void refetch()}
            text={t('fiscal.again')}
          />
          {data ? (
            <Hint size="xs">{t('words.asOf', { time: dates.short(Date.parse(data.asked_at)) })}</Hint>
          ) : null}
        </Group>
      ) : null}
    </div>
  );
};

const TONES: Record<FiscalCheck['status'], Tone> = {
  new: 'waiting',
  process: 'waiting',
  done: 'paid',
  failed: 'failed',
};

/** Known sources have translations; others show the bank's name. */
const SOURCES = ['checkbox', 'monopay', 'vchasnokasa'] as const;
const isKnownSource = (name: string): name is (typeof SOURCES)[number] =>
  SOURCES.some((known) => known === name);

/** Only an https address becomes a link, whatever the bank sends. */
const isPage = (url: string): boolean => URL.parse(url)?.protocol === 'https:';

const Check = ({ invoice, check }: { invoice: Invoice; check: FiscalCheck }) => {
  const { t } = useTranslation('invoices');
  const { type, status, source, status_description, tax_url, has_file } = check;
  return (
    <>
      <Group gap="xs" justify="space-between">
        <span>
          <strong>{t(`fiscal.type.${type}`)}</strong>{' '}
          <span data-tone={TONES[status]} className="toned">
            {t(`fiscal.status.${status}`)}
          </span>
        </span>
        <Hint size="xs">{isKnownSource(source) ? t(`fiscal.source.${source}`) : source}</Hint>
      </Group>
      {status_description === '' ? null : <Hint size="xs">{status_description}</Hint>}
      <Group gap="md" mt={4}>
        {isPage(tax_url) ? (
          <Anchor href={tax_url} target="_blank" rel="noopener noreferrer" size="sm">
            <Group gap={4} component="span" wrap="nowrap">
              <IconExternalLink size={16} aria-hidden /> {t('fiscal.taxOffice')}
            </Group>
          </Anchor>
        ) : null}
        {has_file ? <SaveFile invoice={invoice} check={check} /> : null}
      </Group>
    </>
  );
};

const SaveFile = ({ invoice, check }: { invoice: Invoice; check: FiscalCheck }) => {
  const { t } = useTranslation('invoices');
  const work = `fiscal-check-${invoice.id}-${check.id}`;
  const isWorking = useIsWorking(work);
  const save = (): void =>
    startWork({
      id: work,
      title: t('fiscal.saving', { number: invoice.number_display }),
      run: async (signal) => {
        const path = `invoices/${invoice.id}/fiscal-checks/file/${search({ check: check.id })}`;
        return t('savedAs', { name: await download(path, signal) });
      },
    });
  return (
    <Act
      tone="quiet"
      size="compact-sm"
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      loading={isWorking}
      onClick={save}
      text={t('fiscal.save')}
    />
  );
};
