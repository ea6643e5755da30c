import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { callProgram } from '../../api/bridge.ts';
import { useInvalidate } from '../../api/keys.ts';
import { Act } from '../../kit/act.tsx';
import { Callout } from '../../kit/callout.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Form } from '../../kit/form.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useToast } from '../../kit/use-toast.ts';
import { submitTo } from './add-terminal-form.tsx';
import { TokenField, TokenSource, useTokenWords } from './token-field.tsx';
import { tokenProblem } from './token-problem.ts';
import type { Merchant } from './use-add-terminal.ts';

interface ChangeTokenProps {
  /** undefined: the dialog is closed */
  terminal: Terminal | undefined;
  onClose(): void;
  /** Called when the token belongs to another merchant and needs its own terminal. */
  onAddInstead(): void;
}

/** Replaces a terminal's bank token, in the program's window. */
export const ChangeToken = ({ terminal, onClose, onAddInstead }: ChangeTokenProps) => {
  const { t } = useTranslation('terminals');
  return (
    <Dialog
      isOpen={terminal !== undefined}
      title={t('give.changeTitle', { name: terminal?.name ?? '' })}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      {terminal ? <Content terminal={terminal} onClose={onClose} onAddInstead={onAddInstead} /> : null}
    </Dialog>
  );
};

const trouble = { tone: 'error', role: 'alert', p: 'sm', fz: 'sm' } as const;

const Content = ({ terminal, onClose, onAddInstead }: ChangeTokenProps & { terminal: Terminal }) => {
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
