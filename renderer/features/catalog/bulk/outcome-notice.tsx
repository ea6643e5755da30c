import { CloseButton, Group, List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/count.ts';
import { useStore } from '../../../lib/create-store.ts';
import { Callout } from '../../../ui/callout.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { outcomeStore } from './outcome.ts';

/** As many as one reads. */
const SHOWN = 20;

/** What was not done, by name and why: the corner of the screen has no room for it, and goes away by itself. */
export const OutcomeNotice = () => {
  const { t } = useTranslation('catalog');
  const { t: common } = useTranslation();
  const failureText = useFailureText();
  const told = useStore(outcomeStore);
  if (!told) return null;
  const { total, done, failed, ended } = told.outcome;
  const left = total - done.length - failed.length;
  return (
    <Callout tone={failed.length > 0 ? 'failed' : 'working'} role="status" p="sm">
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <strong>
            {t(`bulk.title.${told.action.kind}`)}.{' '}
            {t(`bulk.done.${told.action.kind}`, { count: done.length, total: formatCount(done.length) })}
          </strong>{' '}
          {ended === null ? null : t('bulk.left', { total: formatCount(left) })}{' '}
          {ended === null || ended === 'stopped' || ended.kind === 'session' ? null : failureText(ended)}
          {failed.length > 0 ? (
            <>
              <div>{t('bulk.failed', { total: formatCount(failed.length) })}</div>
              <List size="sm">
                {failed.slice(0, SHOWN).map(({ id, name, failure }) => (
                  <List.Item key={id}>
                    {name}: {failure.kind === 'missing' ? t('bulk.gone') : failureText(failure)}
                  </List.Item>
                ))}
                {failed.length > SHOWN ? (
                  <List.Item>{t('bulk.more', { total: formatCount(failed.length - SHOWN) })}</List.Item>
                ) : null}
              </List>
            </>
          ) : null}
        </div>
        <CloseButton aria-label={common('close')} onClick={() => outcomeStore.set(undefined)} />
      </Group>
    </Callout>
  );
};
