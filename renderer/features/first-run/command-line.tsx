import { Anchor, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../kit/act.tsx';
import { GuideLink } from '../../kit/guide-link.tsx';
import { hasWindowAtFirstRun } from '../../lib/console.ts';
import { ADD_COMMAND } from '../../lib/token-command.ts';
import { CopyLine } from '../../shop/copy-button.tsx';
import classes from './frame.module.css';
import { FirstRunHead } from './frame.tsx';

/** The three steps on the command line: none of them is possible in a browser. */
const COMMANDS = {
  owner: 'npm run admin -- owner create',
  name: 'npm run admin -- setting set shop_name "Крамниця"',
  destination: 'npm run admin -- setting set default_destination "Оплата товарів і послуг"',
  bank: ADD_COMMAND,
  restore: 'npm run admin -- backup restore latest',
  demo: 'npm start -- --demo',
};

/** The first run of a server without a window. */
export const OnCommandLine = () => {
  const { t } = useTranslation('first-run');
  const { t: common } = useTranslation();
  useEffect(() => {
    document.title = `${t('title')} · Kramar`;
  }, [t]);
  return (
    <main className={classes.page}>
      <FirstRunHead />
      <div className={classes.box}>
        <Stack gap="lg" className={classes.card}>
          <div>
            <Title order={1} size="h3">
              {t('title')}
            </Title>
            <Hint mt={6}>{t('command.about')}</Hint>
          </div>
          <List type="ordered" spacing="md" size="sm" classNames={{ itemWrapper: classes.item }}>
            <Line title={t('owner.title')} text={t('command.owner')} commands={[COMMANDS.owner]} />
            <Line
              title={t('shop.title')}
              text={t('command.shop')}
              commands={[COMMANDS.name, COMMANDS.destination]}
            />
            <Line title={t('bank.title')} text={t('command.bank')} commands={[COMMANDS.bank]} />
          </List>
          <Text size="sm" component="div">
            {t('restore.command')}
            <CopyLine text={COMMANDS.restore} />
          </Text>
          <Text size="sm" component="div">
            {t('command.demo')}
            <CopyLine text={COMMANDS.demo} />
          </Text>
          <Group gap="md">
            {hasWindowAtFirstRun() ? (
              <Button component="a" href="kramar://today" variant="default" size="xs">
                {common('openWindow')}
              </Button>
            ) : null}
            <GuideLink section="first-day" size="sm">
              {common('learnMore')}
            </GuideLink>
          </Group>
          <Anchor href="/today" size="sm">
            {t('command.signIn')}
          </Anchor>
        </Stack>
      </div>
    </main>
  );
};

const Line = ({ title, text, commands }: { title: string; text: string; commands: string[] }) => (
  <List.Item>
    <Text size="sm" fw={600}>
      {title}
    </Text>
    <Hint>{text}</Hint>
    {commands.map((command) => (
      <CopyLine key={command} text={command} />
    ))}
  </List.Item>
);
