import { Button, Collapse } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/count.ts';
import { PagedTable } from './paged-table.tsx';
import classes from './reconciliation.module.css';
import type { View } from './view.ts';

/** What agrees is only counted, until somebody wants to see it. */
export const Agreeing = ({ view }: { view: View }) => {
  const { t } = useTranslation('reconciliation');
  const [isOpen, { toggle }] = useDisclosure(false);
  const count = view.agreeing.length;
  if (count === 0) return null;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className={classes.section} aria-label={t('agreeing.label')}>
      <div>
        <Button
          variant="subtle"
          px="xs"
          leftSection={<Icon size={18} aria-hidden />}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {t('agreeing.title', { count, total: formatCount(count) })}
        </Button>
      </div>
      <Collapse expanded={isOpen}>
        {isOpen ? <PagedTable lines={view.agreeing} view={view} label={t('agreeing.label')} /> : null}
      </Collapse>
    </section>
  );
};
