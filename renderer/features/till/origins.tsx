import { Group, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callProgram, canOperate } from '../../api/bridge.ts';
import { useInvalidate } from '../../api/keys.ts';
import { settingsQuery } from '../../api/program-queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { Form, useForm } from '../../kit/form.tsx';
import { Panel, PanelLoading, PanelPart } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { ForDevelopers } from '../../shop/for-developers.tsx';

const NAME = 'allowed_origins';
const COMMANDS = [
  `npm run admin -- setting set ${NAME} "https://till.example.com"`,
  `npm run admin -- setting set ${NAME} ""`,
];

/** Web pages that may use the interface, for tills that run in a browser. */
export const Origins = () => {
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
