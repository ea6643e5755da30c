import { Select, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FISCAL_SERVICES, ISSUES_RECEIPTS } from '../../../shared/api/statuses.ts';
import type { TerminalFiscal } from '../../../shared/api/terminal-fiscal.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { changeTerminalFiscal } from '../../api/mutations.ts';
import { putData } from '../../api/put-data.ts';
import { terminalFiscalQuery } from '../../api/queries.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useToast } from '../../kit/use-toast.ts';
import { FiscalForm } from '../../shop/fiscal-form.tsx';

interface FiscalDialogProps {
  terminal: Terminal;
  onClose(): void;
}

/** Whether the terminal issues fiscal receipts, through whom, and what their lines have by default. */
export const FiscalDialog = ({ terminal, onClose }: FiscalDialogProps) => {
  const { t } = useTranslation('fiscal');
  const query = useQuery(terminalFiscalQuery(terminal.id));
  return (
    <Dialog
      title={t('terminal.title', { name: terminal.name })}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <QueryView query={query} rows={6} height={60}>
        {(stored) => <Content terminal={terminal} stored={stored} onClose={onClose} />}
      </QueryView>
    </Dialog>
  );
};

const Content = ({ terminal, stored, onClose }: FiscalDialogProps & { stored: TerminalFiscal }) => {
  const { t } = useTranslation('fiscal');
  const toast = useToast();
  const queries = useQueryClient();
  const [issues_receipts, setIssuesReceipts] = useState(stored.issues_receipts);
  const [service, setService] = useState(stored.service);
  const seen = stored.seen_since === null ? 'notSeen' : 'seen';
  return (
    <FiscalForm
      stored={stored}
      text={t('terminal.text')}
      save={async (fields) => {
        const changed = await changeTerminalFiscal(terminal.id, { issues_receipts, service, ...fields });
        putData(queries, terminalFiscalQuery(terminal.id).queryKey, changed);
        toast.success(t('saved'));
      }}
      onClose={onClose}
    >
      <Select
        label={t('terminal.issues')}
        description={t(`terminal.${seen}`)}
        data={ISSUES_RECEIPTS.map((value) => ({ value, label: t(`issues.${value}`) }))}
        value={issues_receipts}
        allowDeselect={false}
        onChange={(value) => setIssuesReceipts(value ?? 'auto')}
      />
      <Select
        label={t('terminal.service')}
        data={['' as const, ...FISCAL_SERVICES].map((value) => ({
          value,
          label: t(`services.${value || 'auto'}`),
        }))}
        value={service}
        allowDeselect={false}
        onChange={(value) => setService(value ?? '')}
      />
      <Text size="sm" fw={550}>
        {t('terminal.defaults')}
      </Text>
    </FiscalForm>
  );
};
