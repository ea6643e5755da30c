import { Anchor, Code, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconPlayerPlay, IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { callProgram, canOperate, isPossibleHere } from '../../api/bridge.ts';
import { answer, authorised } from '../../api/http.ts';
import { keyOf, useInvalidate } from '../../api/keys.ts';
import { settingsQuery, shopStateQuery } from '../../api/program-queries.ts';
import { terminalsQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { Form, useForm } from '../../kit/form.tsx';
import { Panel, PanelLoading, PanelPart, PanelRow } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { GuideLink } from '../../kit/text-link.tsx';
import { useAction } from '../../kit/use-action.ts';
import { CopyLine } from '../../shop/copy-button.tsx';
import { ForDevelopers } from '../../shop/for-developers.tsx';
import { useSwitchShop } from '../../shop/session/switch-shop.ts';
import { CopyBlock, LongCode, useBaseUrl } from './copy-block.tsx';
import { invoiceCommand, requestCommand } from './curl.ts';
import { Keys } from './keys/keys.tsx';
import { Requests } from './requests.tsx';
import classes from './till.module.css';
import { Webhooks } from './webhooks/webhooks.tsx';

/** Connecting a till app: address, keys, webhooks, allowed pages, its latest requests, a practice sale. */
export const Till = () => (
  <>
    <Address />
    <Keys />
    <Webhooks />
    <Origins />
    <Requests />
    <PracticeSale />
    <Reference />
  </>
);

const Address = () => {
  const { t } = useTranslation('till');
  return (
    <Panel title={t('address.title')} text={t('address.text')}>
      <PanelPart>
        <CopyLine text={useBaseUrl()} />
      </PanelPart>
    </Panel>
  );
};

/** Where the rest stands. */
const Reference = () => {
  const { t } = useTranslation('till');
  return (
    <Panel title={t('reference.title')}>
      <PanelRow label={t('reference.docs')} text={t('reference.docsText')}>
        <Anchor href="/docs/" target="_blank" rel="noopener" size="sm">
          {t('reference.openDocs')}
        </Anchor>
      </PanelRow>
      <PanelRow label={t('reference.openapi')} text={t('reference.openapiText')}>
        <Anchor href="/api/v1/openapi.json" target="_blank" rel="noopener" size="sm">
          openapi.json
        </Anchor>
      </PanelRow>
      <PanelRow label={t('reference.examples')} text={t('reference.examplesText')}>
        <GuideLink guide="till" size="sm">
          /docs/till/
        </GuideLink>
      </PanelRow>
    </Panel>
  );
};

const NAME = 'allowed_origins';
const COMMANDS = [
  `npm run admin -- setting set ${NAME} "https://till.example.com"`,
  `npm run admin -- setting set ${NAME} ""`,
];

/** Web pages that may use the interface, for tills that run in a browser. */
const Origins = () => {
  const { t } = useTranslation('till');
  return (
    <Panel title={t('origins.title')} text={t('origins.text')}>
      {canOperate ? (
        <StoredOrigins />
      ) : (
        <PanelPart>
          <ForDevelopers commands={COMMANDS} />
        </PanelPart>
      )}
    </Panel>
  );
};

const StoredOrigins = () => {
  const query = useQuery(settingsQuery);
  return (
    <QueryView query={query} loading={<PanelLoading height={92} />}>
      {(settings) => {
        const stored = settings.find(({ name }) => name === NAME)?.value ?? '';
        // Mounted anew when the stored value changes, so that the field shows it.
        return <OriginsForm key={stored} stored={stored.replaceAll(' ', '\n')} />;
      }}
    </QueryView>
  );
};

const OriginsForm = ({ stored }: { stored: string }) => {
  const { t } = useTranslation('till');
  const invalidate = useInvalidate();
  const [value, setValue] = useState(stored);
  const form = useForm(false, () =>
    callProgram('settings.change', { name: NAME, value }).finally(() => void invalidate('setting')),
  );
  const isRefused = form.failure?.kind === 'invalid';
  return (
    <PanelPart>
      <Form gap="xs" onSubmit={form.onSubmit} aria-label={t('origins.title')}>
        <Textarea
          autosize
          minRows={2}
          label={t('origins.label')}
          description={t('origins.hint')}
          value={value}
          error={isRefused ? t('origins.refused') : null}
          onChange={(event) => {
            setValue(event.currentTarget.value);
            form.forget();
          }}
        />
        {isRefused ? null : <FailureCallout failure={form.failure} />}
        <Group gap="xs">
          <Act
            tone="main"
            type="submit"
            size="xs"
            disabled={value === stored}
            loading={form.isBusy}
            text={t('save')}
          />
          <Hint role="status">{stored === '' ? t('origins.none') : null}</Hint>
        </Group>
      </Form>
    </PanelPart>
  );
};

/** A sale as a till app makes it, step by step. Only in the practice shop, which the window can open: no real money can move. */
const PracticeSale = () => {
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
