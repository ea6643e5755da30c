import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../shared/size.ts';
import { disksQuery } from '../api/program-queries.ts';
import { Act, Hint } from './act.tsx';

/** The disks that the service sees: the begin of a path, which need not be typed. */
export const OtherDisks = ({ onChoose }: { onChoose(path: string): void }) => {
  const { t, i18n } = useTranslation();
  const { data: disks = [] } = useQuery(disksQuery);
  if (disks.length === 0) return null;
  return (
    <Group gap="xs" mt="xs">
      <Hint>{t('disks')}</Hint>
      {disks.map(({ path, free }) => (
        <Act
          key={path}
          size="compact-sm"
          onClick={() => onChoose(path)}
          text={t('disk', { path, free: formatSize(free, i18n.language === 'en' ? 'en' : 'uk') })}
        />
      ))}
    </Group>
  );
};
