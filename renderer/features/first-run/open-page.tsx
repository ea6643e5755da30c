import { Anchor, Button, Loader, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { hasWindowAtFirstRun } from '../../lib/console.ts';
import { ForDevelopers } from '../../shop/for-developers.tsx';
import { CARD_PADDING, Page, StepHead } from './frame.tsx';

interface OpenPageProps {
  /** opening: the code is being exchanged. refused: it opens nothing. none: the shop has no owner, and there is no code. */
  state: 'opening' | 'refused' | 'none';
}

/** What a browser shows before it is the window. */
export const OpenPage = ({ state }: OpenPageProps) => {
  const { t } = useTranslation('first-run');
  return (
    <Page>
      <Stack gap="md" className="card large" p={CARD_PADDING} role={state === 'refused' ? 'alert' : 'status'}>
        <StepHead title={t(`open.${state}`)}>{state === 'opening' ? null : t(`open.${state}Text`)}</StepHead>
        {state === 'opening' ? <Loader size="sm" aria-hidden /> : null}
        {state === 'none' && hasWindowAtFirstRun() ? (
          <Button component="a" href="kramar://today" mr="auto">
            {t('openWindow')}
          </Button>
        ) : null}
        {state === 'opening' ? null : <ForDevelopers commands={['npm run admin -- open']} />}
        {state === 'refused' ? (
          <Anchor href="/today" size="sm">
            {t('open.signIn')}
          </Anchor>
        ) : null}
      </Stack>
    </Page>
  );
};
