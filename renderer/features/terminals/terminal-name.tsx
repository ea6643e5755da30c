import { ActionIcon, Badge, Button, Group, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { failureOf } from '../../data/failure.ts';
import { limitField } from '../../lib/text-length.ts';
import { usePermission } from '../../session/account.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import classes from './terminal-card.module.css';
import { useChangeTerminal } from './use-change-terminal.ts';

interface TerminalNameProps {
  terminal: Terminal;
  headingId: string;
}

/** The card's heading; with the permission it can be renamed in place. */
export const TerminalName = ({ terminal, headingId }: TerminalNameProps) => {
  const { t } = useTranslation('terminals');
  const canManage = usePermission('can_manage_terminals');
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      {isEditing ? (
        // Keeps the card's accessible name.
        <VisuallyHidden>
          <h2 id={headingId}>{terminal.name}</h2>
        </VisuallyHidden>
      ) : (
        <Title order={2} size="h4" id={headingId} className={classes.name}>
          {terminal.name}
        </Title>
      )}
      {isEditing ? <Rename terminal={terminal} onEnd={() => setIsEditing(false)} /> : null}
      {canManage && !isEditing ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('rename.start', { name: terminal.name })}
          onClick={() => setIsEditing(true)}
        >
          <IconPencil size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : null}
      {terminal.is_active ? null : (
        <Badge variant="default" color="gray">
          {t('off')}
        </Badge>
      )}
    </Group>
  );
};

const Rename = ({ terminal, onEnd }: { terminal: Terminal; onEnd(): void }) => {
  const { t } = useTranslation('terminals');
  const { t: common } = useTranslation();
  const failureText = useFailureText();
  const [name, setName] = useState(terminal.name);
  const [isBlank, setIsBlank] = useState(false);
  const change = useChangeTerminal(terminal.id);

  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    setIsBlank(wanted === '');
    if (wanted === '' || change.isPending) return;
    if (wanted === terminal.name) onEnd();
    else change.mutate({ name: wanted }, { onSuccess: onEnd });
  };
  const failure = change.error ? failureText(failureOf(change.error)) : undefined;
  return (
    <form onSubmit={save}>
      <Group gap="xs" align="start" wrap="nowrap">
        <TextInput
          aria-label={t('rename.label')}
          value={name}
          error={isBlank ? t('rename.blank') : failure}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(limitField(event.currentTarget, MAX_LENGTH.name))}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !change.isPending) onEnd();
          }}
        />
        <Button type="submit" loading={change.isPending}>
          {common('save')}
        </Button>
        <Button variant="default" disabled={change.isPending} onClick={onEnd}>
          {common('cancel')}
        </Button>
      </Group>
    </form>
  );
};
