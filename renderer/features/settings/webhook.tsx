import { Code, List, Text, TextInput } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Hint } from '../../kit/act.tsx';
import { Panel, PanelPart } from '../../kit/panel.tsx';
import { GuideLink } from '../../kit/text-link.tsx';
import { SettingForm } from './setting-form.tsx';

const STEPS = ['tunnel', 'host', 'path', 'try'] as const;

/** Where the bank reports payments to, through a tunnel. */
export const Webhook = () => {
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
