import { Code, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestEntry } from '../../../shared/api/requests.ts';
import { CopyText } from './copy-block.tsx';
import { curlOf } from './curl.ts';
import classes from './requests.module.css';
import { isCut, isToldOnly, readable } from './shown.ts';
import { statusWordOf } from './statuses.ts';
import { useBaseUrl } from './use-base-url.ts';

/** What was sent and why it ended so; and the same once more, as a command. */
export const RequestDetails = ({ entry }: { entry: RequestEntry }) => {
  const { t } = useTranslation('till');
  const base = useBaseUrl();
  const { id, method, path, body, detail, status, user_agent } = entry;
  return (
    <Stack gap="xs">
      <Text size="sm">
        <strong>{status}.</strong> {t(`status.means.${statusWordOf(status)}`)}
      </Text>
      {detail === '' ? null : (
        <Part name={t('requests.detail')}>
          <Code block className={classes.text}>
            {detail}
          </Code>
        </Part>
      )}
      <Part name={t('requests.address')}>
        <Code block className={classes.text}>
          {method} {path}
        </Code>
      </Part>
      {body === '' ? null : (
        <Part name={t('requests.body')}>
          <Code block className={classes.text}>
            {readable(body)}
          </Code>
        </Part>
      )}
      <CopyText text={curlOf(entry, base)} label={t('requests.copyCurl')} isShown />
      <Text size="xs" c="dimmed">
        {t('requests.token')} {isCut(body) ? t('requests.cut') : null}
        {isToldOnly(body) ? t('requests.toldOnly') : null}
      </Text>
      <Text size="xs" c="dimmed" className={classes.marks}>
        {[user_agent, t('requests.id', { id })].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  );
};

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    {children}
  </div>
);
