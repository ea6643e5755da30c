import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProductImport } from '../../../../shared/api/catalog-files.ts';
import { formatCount } from '../../../lib/count.ts';
import classes from './import.module.css';
import { missingOf } from './settings.ts';

interface WriteBarProps {
  preview: ProductImport;
  /** The preview is of what is asked for now. */
  isReady: boolean;
  skipsWrong: boolean;
  onSkip(skips: boolean): void;
  onWrite(): void;
}

/** The one button that writes, with what it writes; or why there is nothing to write. */
export const WriteBar = ({ preview, isReady, skipsWrong, onSkip, onWrite }: WriteBarProps) => {
  const { t } = useTranslation('catalog');
  const { counts } = preview;
  const count = counts.new + counts.changed;
  const isHeld = counts.wrong > 0 && !skipsWrong;
  const reason = () => {
    if (missingOf(preview).length > 0) return t('import.write.missing');
    if (count === 0) return t(counts.wrong > 0 ? 'import.write.allWrong' : 'import.write.nothing');
    return isHeld ? t('import.write.held') : t('import.write.will');
  };
  return (
    <div className={classes.foot}>
      <div className={classes.footWords}>
        {counts.wrong > 0 && count > 0 ? (
          <Checkbox
            checked={skipsWrong}
            onChange={(event) => onSkip(event.currentTarget.checked)}
            label={t('import.write.skip', { count: counts.wrong, total: formatCount(counts.wrong) })}
          />
        ) : null}
        <Text size="sm" c="dimmed">
          {reason()}
        </Text>
      </div>
      {count > 0 ? (
        <Group gap="xs">
          <Button size="md" disabled={isHeld} loading={!isReady} onClick={onWrite}>
            {t('import.write.button', { count, total: formatCount(count) })}
          </Button>
        </Group>
      ) : null}
    </div>
  );
};
