import { Anchor } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../data/failure.ts';
import { shopStateQuery } from '../../data/program-queries.ts';
import { Callout, Strip } from '../../ui/callout.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import classes from './practice.module.css';
import { useSwitchShop } from './switch-shop.ts';

/** Public credentials: they open only made-up sales (main/demo/shop.ts). */
const ENTRY = { username: 'owner', password: 'kramar-demo' };

const useIsPractice = (): boolean => useQuery(shopStateQuery).data?.is_practice ?? false;

/** Marks every screen of the practice shop, so that nobody takes it for their own. */
export const PracticeBanner = () => {
  const { t } = useTranslation('first-run');
  if (!useIsPractice()) return null;
  return (
    <Strip tone="waiting" title={t('practice.banner')}>
      <ToOwnShop />
    </Strip>
  );
};

/** The sign-in of the practice shop: its credentials, and a button to leave. */
export const PracticeEntry = () => {
  const { t } = useTranslation('first-run');
  const { t: common } = useTranslation();
  if (!useIsPractice()) return null;
  return (
    <Callout tone="waiting" icon={<IconSchool />} title={t('practice.title')}>
      {t('practice.entry')}
      <dl className={classes.entry}>
        <dt>{common('signIn.username')}</dt>
        <dd>{ENTRY.username}</dd>
        <dt>{common('signIn.password')}</dt>
        <dd>{ENTRY.password}</dd>
      </dl>
      <ToOwnShop />
    </Callout>
  );
};

const ToOwnShop = () => {
  const { t } = useTranslation('first-run');
  const failureText = useFailureText();
  const own = useSwitchShop('own');
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        c="inherit"
        underline="always"
        disabled={own.isPending || own.isSuccess}
        onClick={() => own.mutate()}
      >
        {t(own.isPending ? 'practice.leaving' : 'practice.leave')}
      </Anchor>
      {own.error ? <span role="alert"> {failureText(failureOf(own.error))}</span> : null}
    </>
  );
};
