import { ActionIcon, CloseButton, Group, Title } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../kit/query-view.tsx';
import type { SaleSteps } from '../open-sale.ts';

/** The title of the open sale, with the ways to its neighbours and back to the list. */
export const SaleTitle = ({ title, onClose, onPrevious, onNext }: SaleSteps & { title: string }) => {
  const { t } = useTranslation('invoices');
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus to the heading, before anything is painted: the next key may follow at once. An open dialog keeps it.
  useLayoutEffect(() => {
    if (!document.activeElement?.closest('[role="dialog"]')) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Group justify="space-between" wrap="nowrap">
      <Title order={2} size="h4" ref={heading} tabIndex={-1}>
        {title}
      </Title>
      <Group gap={2} wrap="nowrap">
        <Step icon={IconChevronUp} label={t('details.previous')} onStep={onPrevious} />
        <Step icon={IconChevronDown} label={t('details.next')} onStep={onNext} />
        <CloseButton aria-label={t('details.close')} onClick={onClose} />
      </Group>
    </Group>
  );
};

interface StepProps {
  icon: typeof IconChevronUp;
  label: string;
  onStep: (() => void) | undefined;
}

const Step = ({ icon: Icon, label, onStep }: StepProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    title={label}
    disabled={onStep === undefined}
    onClick={onStep}
  >
    <Icon size={20} stroke={1.7} aria-hidden />
  </ActionIcon>
);

export const MissingSale = () => {
  const { t } = useTranslation('invoices');
  return <EmptyState title={t('words.saleMissing')}>{t('details.missingText')}</EmptyState>;
};
