import { useTranslation } from 'react-i18next';
import type { Failure } from '../../data/failure.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import type { TokenProblem } from './token-problem.ts';

/** Explains a token's problem to the user who pasted it. */
export const useTokenWords = () => {
  const { t } = useTranslation('terminals');
  const failureText = useFailureText();
  return {
    problemText: (problem: TokenProblem | undefined): string | undefined => {
      if (!problem) return undefined;
      return problem.kind === 'letter'
        ? t('give.problem.letter', { at: problem.at })
        : t(`give.problem.${problem.kind}`);
    },
    failureText: (failure: Failure): string => {
      if (failure.kind === 'bank' && failure.code === 'FORBIDDEN') return t('give.unknownToken');
      if (failure.kind === 'unanswered') return t('give.noAnswer', { code: failure.code });
      return failureText(failure);
    },
  };
};
