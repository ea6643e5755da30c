import { Anchor } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isPossibleHere } from '../../api/bridge.ts';
import { shopStateQuery } from '../../api/program-queries.ts';
import { Callout } from '../../kit/callout.tsx';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { useSwitchShop } from '../../shop/session/switch-shop.ts';
import classes from './first-run.module.css';

/** Public credentials: they open only made-up sales (main/demo/shop.ts). */
const ENTRY = { username: 'owner', password: 'kramar-demo' };

/** Marks every screen of the practice shop, in a browser too, so that nobody takes its money for their own. */
export const PracticeBanner = () => {
  const { t } = useTranslation();
  // A service that was started as the demo has no shop beside it.
  const isPractice = useQuery(shopStateQuery).data?.is_practice ?? false;
  const canLeave = isPractice && isPossibleHere('shop.switch');
  return (
    <div role="status" className={`tinted no-print ${classes.ribbon}`} data-tone="waiting">
      <strong>{t('madeUp')}</strong> {canLeave ? <ToOwnShop /> : null}
    </div>
  );
};

/** The sign-in of the practice shop: its credentials, and a button to leave. */
export const PracticeEntry = () => {
  const { t } = useTranslation('first-run');
  return (
    <Callout tone="waiting" icon={<IconSchool />} title={t('practice.title')}>
      {t('practice.entry')}
      <dl className={`pairs ${classes.entry}`}>
        <dt>{t('signIn.username')}</dt>
        <dd>{ENTRY.username}</dd>
        <dt>{t('signIn.password')}</dt>
        <dd>{ENTRY.password}</dd>
      </dl>
      {isPossibleHere('shop.switch') ? <ToOwnShop /> : null}
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
        disabled={own.isBusy}
        onClick={own.start}
      >
        {t(own.isBusy ? 'practice.leaving' : 'practice.leave')}
      </Anchor>
      {own.failure ? <span role="alert"> {failureText(own.failure)}</span> : null}
    </>
  );
};
