import { useTranslation } from 'react-i18next';
import { useMayGiveTokens } from '../../session/account.ts';
import { GiveTokenButton } from '../../ui/token-buttons.tsx';
import { Problem } from './problem.tsx';

/** The chosen terminal cannot ask the bank: what is missing, and where it is given. */
export const NoToken = ({ terminal }: { terminal: number | undefined }) => {
  const { t } = useTranslation('charge');
  const mayGiveTokens = useMayGiveTokens();
  return (
    <Problem
      tone="failed"
      title={t('tokenMissing.title')}
      action={mayGiveTokens && terminal !== undefined ? <GiveTokenButton terminal={terminal} /> : null}
    >
      {t('tokenMissing.text')}
    </Problem>
  );
};
