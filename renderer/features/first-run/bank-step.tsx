import { Button, Divider, Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { StepHead } from './frame.tsx';
import { WithoutToken } from './without-token.tsx';

export interface TokenForm {
  /** The form that asks for the token. @param leave beside its first button: the way back */
  render(leave: ReactNode): ReactNode;
  /** Whether the bank has said whose the token is. */
  isKnown: boolean;
}

interface BankStepProps {
  token: TokenForm;
  onBack(): void;
  onLater(): void;
}

/** Step 3: the bank's token, or how to begin without one. */
export const BankStep = ({ token, onBack, onLater }: BankStepProps) => {
  const { t } = useTranslation('first-run');
  const { t: common } = useTranslation();
  const id = useId();
  return (
    <Stack gap="md" component="section" aria-labelledby={id}>
      <StepHead id={id} step={2} title={t('bank.title')}>
        {t('bank.about')}
      </StepHead>
      {token.render(
        <Button variant="default" onClick={onBack}>
          {common('back')}
        </Button>,
      )}
      {token.isKnown ? null : (
        <>
          <Divider />
          <WithoutToken onLater={onLater} />
        </>
      )}
    </Stack>
  );
};
