import { Code, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Panel, PanelPart } from '../../ui/panel.tsx';
import { CopyBlock } from './copy-block.tsx';
import { askCommand, renewCommand, signInCommand } from './curl.ts';
import classes from './till.module.css';
import { useBaseUrl } from './use-base-url.ts';

/** Three commands that work one after another in one shell, and are what a till does. */
export const SigningIn = () => {
  const { t } = useTranslation('till');
  const base = useBaseUrl();
  const commands = {
    enter: signInCommand(base, { username: t('steps.username'), password: t('steps.password') }),
    ask: askCommand(base),
    renew: renewCommand(base),
  };
  return (
    <Panel title={t('steps.title')} text={t('steps.text')}>
      <PanelPart>
        <ol className={classes.steps}>
          {(['enter', 'ask', 'renew'] as const).map((step) => (
            <li key={step}>
              <Text size="sm">
                <Trans t={t} i18nKey={`steps.${step}`} components={{ code: <Code /> }} />
              </Text>
              <CopyBlock text={commands[step]} label={t(`steps.copy.${step}`)} />
            </li>
          ))}
        </ol>
      </PanelPart>
    </Panel>
  );
};
