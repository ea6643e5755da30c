import { Anchor, Code, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { isPossibleHere } from '../../api/bridge.ts';
import { answer, authorised } from '../../api/http.ts';
import { keyOf } from '../../api/keys.ts';
import { shopStateQuery } from '../../api/program-queries.ts';
import { terminalsQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { Panel, PanelPart } from '../../kit/panel.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useSwitchShop } from '../../shop/session/switch-shop.ts';
import { CopyBlock, LongCode } from './copy-block.tsx';
import { invoiceCommand, requestCommand } from './curl.ts';
import classes from './till.module.css';
import { useBaseUrl } from './use-base-url.ts';

/** A sale as a till app makes it, step by step. Only in the practice shop, which the window can open: no real money can move. */
export const PracticeSale = () => {
  const { t } = useTranslation('till');
  const { data: shop } = useQuery(shopStateQuery);
  if (!isPossibleHere('shop.switch')) return null;
  return (
    <Panel title={t('practice.title')} text={t('practice.text')}>
      <PanelPart>
        {shop?.is_practice === false ? <ToPracticeShop /> : null}
        {shop?.is_practice ? <Sale /> : null}
      </PanelPart>
    </Panel>
  );
};

const ToPracticeShop = () => {
  const { t } = useTranslation('till');
  const practice = useSwitchShop('practice');
  return (
    <Stack gap="xs" align="start">
      <Text size="sm">{t('practice.own')}</Text>
      <FailureCallout failure={practice.failure} p="sm" fz="sm" />
      <Act icon={IconSchool} loading={practice.isBusy} onClick={practice.start} text={t('practice.open')} />
      <Hint role="status">{practice.isBusy ? t('practice.making') : ''}</Hint>
    </Stack>
  );
};

/** Marks the requests as a till app's, so that they appear in the list. */
const AS_A_TILL = { 'X-Kramar-Client': 'trial' };
const POLL_MS = 1000;
/** The fields that a till app needs. */
const FIELDS = ['id', 'status', 'amount', 'reference', 'page_url'] as const;
const isOpen = ({ status }: Invoice): boolean => status === 'created' || status === 'processing';

interface Sold {
  /** The HTTP status of the answer. */
  status: number;
  invoice: Invoice;
}

const Sale = () => {
  const { t } = useTranslation('till');
  const base = useBaseUrl();
  const { data: terminals = [] } = useQuery(terminalsQuery);
  const terminal = (terminals.find(({ is_active }) => is_active) ?? terminals[0])?.id ?? 1;
  const action = useAction();
  // The same key whenever the request is repeated: it makes one invoice.
  const [key, setKey] = useState<string>(() => crypto.randomUUID());
  const [sold, setSold] = useState<Sold>();
  const send = () =>
    void action.run(async () => {
      const body = { terminal, amount: 100, reference: 'curl' };
      const headers = { ...AS_A_TILL, 'Idempotency-Key': key };
      const response = await authorised('invoices/', { method: 'POST', body, headers });
      setSold({ status: response.status, invoice: await answer<Invoice>(response) });
    });
  const startAnew = (): void => {
    setSold(undefined);
    setKey(crypto.randomUUID());
  };
  return (
    <Stack component="ol" className={classes.steps ?? ''} gap="md" m={0} ps="1.25rem" fz="sm">
      <Step text={t('practice.request')}>
        <CopyBlock text={invoiceCommand(base, terminal, key)} label={t('practice.copyRequest')} />
        <FailureCallout failure={action.failure} p="sm" fz="sm" />
        {sold ? null : (
          <Act
            tone="main"
            icon={IconPlayerPlay}
            loading={action.isBusy}
            onClick={send}
            text={t('practice.send')}
          />
        )}
      </Step>
      {sold ? <Rest sold={sold} base={base} onAgain={startAnew} /> : null}
    </Stack>
  );
};

const Step = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <li>
    <Text size="sm">{text}</Text>
    {children}
  </li>
);

interface RestProps {
  sold: Sold;
  base: string;
  onAgain(): void;
}

/** The answer, the payment, and the status until it ends. */
const Rest = ({ sold: { status, invoice: created }, base, onAgain }: RestProps) => {
  const { t } = useTranslation('till');
  const path = `invoices/${created.id}/`;
  const { data: invoice = created } = useQuery({
    queryKey: keyOf('invoices/{id}/', { id: created.id }, 'practice-sale'),
    queryFn: async () => answer<Invoice>(await authorised(path, { headers: AS_A_TILL })),
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : POLL_MS),
  });
  return (
    <>
      <Step text={t('practice.answer', { status })}>
        <LongCode tabIndex={0}>
          {JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, created[field]])), null, 2)}
        </LongCode>
      </Step>
      <Step text={t('practice.pay')}>
        <Anchor href={created.page_url} target="_blank" rel="noopener" size="sm">
          {t('practice.openPage')}
        </Anchor>
      </Step>
      <Step text={t('practice.wait')}>
        <CopyBlock text={requestCommand(base, path)} label={t('practice.copyWait')} />
        <Group gap="sm" justify="space-between">
          <Text size="sm" role="status">
            <Trans
              t={t}
              i18nKey="practice.status"
              values={{ status: invoice.status }}
              components={{ code: <Code /> }}
            />{' '}
            {isOpen(invoice) ? '' : t(invoice.status === 'success' ? 'practice.paid' : 'practice.ended')}
          </Text>
          {isOpen(invoice) ? null : <Act size="compact-sm" onClick={onAgain} text={t('practice.again')} />}
        </Group>
      </Step>
    </>
  );
};
