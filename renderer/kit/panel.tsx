import { Box, Skeleton, Text, Title } from '@mantine/core';
import { type PropsWithChildren, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from './act.tsx';
import classes from './panel.module.css';

interface PanelProps {
  title: string;
  /** One sentence of explanation. */
  text?: ReactNode;
  actions?: ReactNode;
}

/** A card with a heading, an explanation and rows. */
export const Panel = ({ title, text, actions, children }: PropsWithChildren<PanelProps>) => {
  const id = useId();
  return (
    <Box component="section" className="card" style={{ overflow: 'hidden' }} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <Title order={2} size="h5" id={id}>
            {title}
          </Title>
          {text ? <Hint mt={2}>{text}</Hint> : null}
        </div>
        {actions}
      </div>
      {children}
    </Box>
  );
};

/** A part of a panel, over its whole width. */
export const PanelPart = ({ children }: PropsWithChildren) => <div className={classes.part}>{children}</div>;

/** A placeholder while loading. @param height of the final content */
export const PanelLoading = ({ height }: { height: number }) => {
  const { t } = useTranslation();
  return (
    <PanelPart>
      <Skeleton height={height} role="status" aria-label={t('list.loading')} />
    </PanelPart>
  );
};

/** A label at the left, its control at the right. */
export const PanelRow = ({
  label,
  text,
  children,
}: PropsWithChildren<{ label: ReactNode; text?: ReactNode }>) => (
  <div className={`${classes.part} ${classes.row}`}>
    <div className={classes.words}>
      <Text component="div" fw={550} size="sm">
        {label}
      </Text>
      {text ? (
        <Text component="div" size="sm" c="dimmed">
          {text}
        </Text>
      ) : null}
    </div>
    <Box flex="none" maw="100%">
      {children}
    </Box>
  </div>
);

/** A status notice within a panel. */
export const PanelNote = ({ children }: PropsWithChildren) => <div className="ruled">{children}</div>;

/** Named values side by side, as many in a row as fit. @param facts have a name each */
export const Facts = ({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) => (
  <dl className={classes.facts}>
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="figures">{value}</dd>
      </div>
    ))}
  </dl>
);

/** What most people need not read, folded up. */
export const Aside = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <Box component="details" fz="sm" c="dimmed">
    <Box component="summary" w="fit-content">
      {title}
    </Box>
    {children}
  </Box>
);
