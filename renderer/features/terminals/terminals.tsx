import { Button, Group, Stack, Text } from '@mantine/core';
import { IconBuildingStore, IconLayoutGrid } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { callProgram } from '../../api/bridge.ts';
import { useInvalidate } from '../../api/keys.ts';
import { cashRegistersQuery, jobsQuery, systemQuery, terminalsQuery } from '../../api/queries.ts';
import { Act } from '../../kit/act.tsx';
import { Callout } from '../../kit/callout.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Form } from '../../kit/form.tsx';
import { Page } from '../../kit/page.tsx';
import { EmptyState, QueryView } from '../../kit/query-view.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useToast } from '../../kit/use-toast.ts';
import { useAccount, useCanGiveTokens, usePermission } from '../../shop/session/account.ts';
import { AddTerminalButton } from '../../shop/token-buttons.tsx';
import { AddTerminalForm, submitTo } from './add-terminal-form.tsx';
import { TerminalCard } from './terminal-card.tsx';
import { TokenField, TokenSource, useTokenWords } from './token-field.tsx';
import { tokenProblem } from './token-problem.ts';
import { type Merchant, useAddTerminal } from './use-add-terminal.ts';

/** A card for each terminal, with its registers. */
export const Terminals = () => {
  const { t } = useTranslation();
  const canGiveTokens = useCanGiveTokens();
  // An empty screen has one button, in its middle.
  const hasSome = (useQuery(terminalsQuery).data ?? []).length > 0;
  const { is_owner: isOwner } = useAccount();
  const terminals = useQuery(terminalsQuery);
  const registers = useQuery(cashRegistersQuery);
  const system = useQuery(systemQuery);
  const jobs = useQuery({ ...jobsQuery, enabled: isOwner });
  const nextSync = jobs.data?.find(({ name }) => name === 'sync-statements')?.next_run_at ?? null;
  return (
    <Page title={t('places.bank')} actions={hasSome ? <Actions /> : null}>
      <QueryView query={terminals} isCard rows={1} height={360}>
        {(all) =>
          all.length === 0 ? (
            <NoTerminals />
          ) : (
            <Stack gap="md">
              {all.map((terminal) => (
                <TerminalCard
                  key={terminal.id}
                  terminal={terminal}
                  state={system.data?.terminals.find(({ id }) => id === terminal.id)}
                  nextSync={nextSync}
                  registers={registers}
                />
              ))}
            </Stack>
          )
        }
      </QueryView>
      {canGiveTokens ? <Dialogs /> : null}
    </Page>
  );
};

const Actions = () => {
  const { t } = useTranslation('board');
  const canGiveTokens = useCanGiveTokens();
  const canView = usePermission('can_view_invoices');
  return (
    <>
      {canView ? (
        <Button
          variant="default"
          leftSection={<IconLayoutGrid size={18} stroke={1.7} aria-hidden />}
          renderRoot={(root) => <Link {...root} to="/charge/stands" />}
        >
          {t('words.standsNow')}
        </Button>
      ) : null}
      {canGiveTokens ? <AddTerminalButton variant="default" /> : null}
    </>
  );
};

const route = getRouteApi('/settings/bank');

/** The address holds the open dialog, so that other screens can link to it. */
const Dialogs = () => {
  const { add, token } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: terminals } = useQuery(terminalsQuery);
  const show = (search: { add?: true }) => void navigate({ search, replace: true });
  return (
    <>
      <AddTerminal isOpen={add === true} onClose={() => show({})} />
      <ChangeToken
        terminal={terminals?.find(({ id }) => id === token)}
        onClose={() => show({})}
        onAddInstead={() => show({ add: true })}
      />
    </>
  );
};

const NoTerminals = () => {
  const { t } = useTranslation('terminals');
  const { is_owner: isOwner } = useAccount();
  const canGiveTokens = useCanGiveTokens();
  return (
    <EmptyState
      isCard
      icon={<IconBuildingStore size={40} stroke={1.4} aria-hidden />}
      title={t('empty.title')}
      action={
        canGiveTokens ? <AddTerminalButton /> : isOwner ? null : <Text size="sm">{t('empty.others')}</Text>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
};

/** Adds a terminal in the program's window. Closing drops the input, because a token must not stay in memory. */
const AddTerminal = ({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) => {
  const { t } = useTranslation('terminals');
  return (
    // A click outside must not lose a pasted token.
    <Dialog isOpen={isOpen} title={t('give.addTitle')} closeOnClickOutside={false} onClose={onClose}>
      <Content onClose={onClose} />
    </Dialog>
  );
};

const Content = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation('terminals');
  const toast = useToast();
  const adding = useAddTerminal(({ name, merchant_name: merchant, registers }) => {
    onClose();
    const fetched =
      registers === null ? t('give.registersLater') : t('sync.registersDone', { count: registers, merchant });
    toast.success(`${t('give.added', { name })} ${fetched}`);
  });
  return <AddTerminalForm adding={adding} leave={<Act onClick={onClose} text={t('cancel')} />} />;
};

interface ChangeTokenProps {
  /** undefined: the dialog is closed */
  terminal: Terminal | undefined;
  onClose(): void;
  /** Called when the token belongs to another merchant and needs its own terminal. */
  onAddInstead(): void;
}

/** Replaces a terminal's bank token, in the program's window. */
const ChangeToken = ({ terminal, onClose, onAddInstead }: ChangeTokenProps) => {
  const { t } = useTranslation('terminals');
  return (
    <Dialog
      isOpen={terminal !== undefined}
      title={t('give.changeTitle', { name: terminal?.name ?? '' })}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      {terminal ? <TokenForm terminal={terminal} onClose={onClose} onAddInstead={onAddInstead} /> : null}
    </Dialog>
  );
};

const trouble = { tone: 'error', role: 'alert', p: 'sm', fz: 'sm' } as const;

const TokenForm = ({ terminal, onClose, onAddInstead }: ChangeTokenProps & { terminal: Terminal }) => {
  const { t } = useTranslation('terminals');
  const { problemText, failureText } = useTokenWords();
  const toast = useToast();
  const changing = useChangeToken(terminal, () => {
    onClose();
    toast.success(t('give.changed', { name: terminal.name }));
  });
  const { failure, foreign } = changing;
  return (
    <Form gap="md" onSubmit={submitTo(changing.submit)}>
      <Text size="sm">{t('give.changeText', { merchant: terminal.merchant_name })}</Text>
      <TokenSource />
      <TokenField
        autoFocus
        value={changing.token}
        onChange={changing.setToken}
        error={problemText(changing.problem)}
        isReadOnly={changing.isBusy}
      />
      {failure ? <Callout {...trouble}>{failureText(failure)}</Callout> : null}
      {foreign ? (
        <Callout {...trouble}>
          {t('give.foreign', {
            theirs: `${foreign.merchant_name} (${foreign.merchant_id})`,
            ours: `${terminal.merchant_name} (${terminal.merchant_id})`,
          })}
          <Act size="compact-sm" mt="xs" display="block" onClick={onAddInstead} text={t('give.addInstead')} />
        </Callout>
      ) : null}
      <Group justify="space-between">
        <Act onClick={onClose} text={t('cancel')} />
        <Act tone="main" type="submit" loading={changing.isBusy} text={t('words.checkAndSave')} />
      </Group>
    </Form>
  );
};

/** Replaces a token: the bank first names its merchant, so that a refusal can name both. */
const useChangeToken = ({ id, merchant_id: own }: Terminal, onDone: () => void) => {
  const [token, setToken] = useState('');
  const [isTried, setTried] = useState(false);
  /** The other merchant of a refused token. */
  const [foreign, setForeign] = useState<Merchant>();
  const { run, forget, failure, isBusy } = useAction();
  const invalidate = useInvalidate();
  const problem = tokenProblem(token);

  const change = async (): Promise<void> => {
    const merchant = await callProgram('terminals.try', { token });
    if (own !== '' && merchant.merchant_id !== own) {
      setForeign(merchant);
      return;
    }
    await callProgram('terminals.token', { id, token });
    setToken('');
    void invalidate('token');
    onDone();
  };

  return {
    token,
    problem: isTried ? problem : undefined,
    isBusy,
    failure,
    foreign,
    setToken: (given: string): void => {
      setToken(given);
      forget();
      setForeign(undefined);
    },
    submit: (): void => {
      setTried(true);
      if (problem) return;
      setForeign(undefined);
      void run(change);
    },
  };
};
