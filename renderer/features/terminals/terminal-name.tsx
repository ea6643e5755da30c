import { ActionIcon, Badge, Group, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { invalidate } from '../../api/keys.ts';
import { updateTerminal } from '../../api/mutations.ts';
import { terminalsQuery } from '../../api/queries.ts';
import { readNow } from '../../api/read-now.ts';
import { Act } from '../../kit/act.tsx';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { textRules, useRecordForm } from '../../kit/use-record-form.ts';
import { limitField } from '../../lib/text-length.ts';
import { usePermission } from '../../shop/session/account.ts';
import { MAX_NAME_LENGTH } from './use-add-terminal.ts';

/** The card's heading; with the permission it can be renamed in place. */
export const TerminalName = ({ terminal, headingId }: { terminal: Terminal; headingId: string }) => {
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
        <Title order={2} size="h4" id={headingId} style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
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

const rules = textRules(['name']);

const Rename = ({ terminal, onEnd }: { terminal: Terminal; onEnd(): void }) => {
  const { t } = useTranslation('terminals');
  const failureText = useFailureText();
  const queries = useQueryClient();
  const form = useRecordForm({
    stored: { name: terminal.name },
    rules,
    read: async () => {
      const { results } = await readNow(queries, terminalsQuery);
      return { name: results.find(({ id }) => id === terminal.id)?.name ?? terminal.name };
    },
    write: async ({ name = '' }) => {
      // Awaited, so that the card already shows the new name when the form closes.
      await updateTerminal(terminal.id, { name: name.trim() }).finally(() => invalidate(queries, 'terminal'));
      return {};
    },
    onDone: onEnd,
  });
  const { shown, faults, failure, isBusy } = form;
  const fault = faults.length > 0 ? t('rename.blank') : failure && failureText(failure);
  return (
    <form onSubmit={form.submit} noValidate>
      <Group gap="xs" align="start" wrap="nowrap">
        <TextInput
          // A long error wraps instead of widening the field.
          maw="20rem"
          aria-label={t('give.name')}
          value={shown.name}
          error={form.isOvertaken ? t('overtaken', { value: terminal.name }) : fault}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => form.edit({ name: limitField(event.currentTarget, MAX_NAME_LENGTH) })}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !isBusy) onEnd();
          }}
        />
        <Act tone="main" type="submit" loading={isBusy} text={t('save')} />
        <Act disabled={isBusy} onClick={onEnd} text={t('cancel')} />
      </Group>
    </form>
  );
};
