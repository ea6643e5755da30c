import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { terminalsQuery } from '../../api/queries.ts';

/** "Only terminal Bar.", or "" for null: all terminals. @param terminal an id */
export const useTerminalLimit = (terminal: number | null): string => {
  const { t } = useTranslation('till');
  const { data: terminals = [] } = useQuery(terminalsQuery);
  if (terminal === null) return '';
  return t('keys.onlyTerminal', { name: terminals.find(({ id }) => id === terminal)?.name ?? terminal });
};
