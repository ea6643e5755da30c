import { Code, List, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { jobsQuery, systemQuery, terminalsQuery } from '../../api/queries.ts';
import { Hint } from '../../kit/act.tsx';
import { GuideLink } from '../../kit/guide-link.tsx';
import { Panel, PanelLoading, PanelPart, PanelRow } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { SettingForm } from './setting-form.tsx';

/** The state of the syncs with the bank, and the webhook's address. */
export const Bank = () => (
  <>
    <Exchange />
    <Webhook />
  </>
);

const Exchange = () => {
  const { t } = useTranslation('settings');
  const terminals = useQuery(terminalsQuery);
  const { data: jobs } = useQuery(jobsQuery);
  const dates = useDates();
  const next = jobs?.find(({ name }) => name === 'sync-statements')?.next_run_at ?? null;
  const text =
    next === null
      ? t('bank.text')
      : `${t('bank.text')} ${t('bank.next', { time: dates.short(Date.parse(next)) })}`;
  return (
    <Panel title={t('bank.title')} text={text}>
      <QueryView query={terminals} loading={<PanelLoading height={22} />}>
        {(all) =>
          all.length === 0 ? (
            <PanelPart>
              <Text size="sm">{t('bank.none')}</Text>
            </PanelPart>
          ) : (
            all.map(({ id, name, is_active }) => (
              <PanelRow key={id} label={name}>
                <Text size="sm">{is_active ? <SyncState id={id} /> : t('bank.off')}</Text>
              </PanelRow>
            ))
          )
        }
      </QueryView>
    </Panel>
  );
};

const SyncState = ({ id }: { id: number }) => {
  const { t } = useTranslation('settings');
  const dates = useDates();
  const { data: system } = useQuery(systemQuery);
  const state = system?.terminals.find((each) => each.id === id);
  if (!state) return null;
  if (state.token === 'missing') return t('bank.noToken');
  const synced =
    state.synced_at === null
      ? t('bank.never')
      : t('bank.upTo', { moment: dates.short(Date.parse(state.synced_at)) });
  const pause = state.paused_until === null ? 0 : Date.parse(state.paused_until);
  return pause > Date.now() ? `${synced} ${t('bank.paused', { time: dates.time(pause) })}` : synced;
};

const STEPS = ['tunnel', 'host', 'path', 'try'] as const;

const Webhook = () => {
  const { t } = useTranslation('settings');
  return (
    <Panel title={t('webhook.title')} text={t('webhook.text')}>
      <SettingForm
        name="webhook_address"
        input={({ value, edit }, labels) => (
          <TextInput
            {...labels}
            type="url"
            value={value}
            placeholder="https://shop.example.com"
            onChange={(event) => edit({ value: event.currentTarget.value })}
          />
        )}
      />
      <PanelPart>
        <Text size="sm" fw={550} mb={4}>
          {t('webhook.how')}
        </Text>
        <List size="sm" spacing={4} type="ordered">
          {STEPS.map((step) => (
            <List.Item key={step}>
              <Trans
                t={t}
                i18nKey={`webhook.${step}`}
                values={{
                  host: location.host.replace('127.0.0.1', 'localhost'),
                  path: '/webhooks/bank/',
                  command: 'curl -i -X POST https://shop.example.com/webhooks/bank/1',
                }}
                components={{ code: <Code /> }}
              />
            </List.Item>
          ))}
        </List>
        <Hint mt="xs">
          {t('webhook.signed')} <GuideLink guide="bank-reports">{t('webhook.guide')}</GuideLink>
        </Hint>
      </PanelPart>
    </Panel>
  );
};
