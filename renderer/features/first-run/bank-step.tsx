import { Button, Divider, Stack } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AddTerminalForm } from '../terminals/add-terminal-form.tsx';
import type { AddTerminal } from '../terminals/use-add-terminal.ts';
import { StepHead } from './frame.tsx';
import { WithoutToken } from './without-token.tsx';

interface BankStepProps {
  adding: AddTerminal;
  onBack(): void;
  onLater(): void;
}

/** Step 3: the bank's token, or how to begin without one. */
export const BankStep = ({ adding, onBack, onLater }: BankStepProps) => {
  const { t } = useTranslation('first-run');
  const { t: common } = useTranslation();
  const id = useId();
  return (
    <Stack gap="md" component="section" aria-labelledby={id}>
      <StepHead id={id} step={2} title={t('bank.title')}>
        {t('bank.about')}
      </StepHead>
      <AddTerminalForm
        adding={adding}
        leave={
          <Button variant="default" onClick={onBack}>
            {common('back')}
          </Button>
        }
      />
      {adding.merchant ? null : (
        <>
          <Divider />
          <WithoutToken onLater={onLater} />
        </>
      )}
    </Stack>
  );
};
