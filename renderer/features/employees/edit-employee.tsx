import { useTranslation } from 'react-i18next';
import { failureOf } from '../../data/failure.ts';
import { EmptyState, FailedState, LoadingState } from '../../ui/query-view.tsx';
import { EditForm } from './edit-form.tsx';
import type { Handover } from './handover.tsx';
import { PanelHead, SidePanel } from './panel.tsx';
import { useEmployee } from './use-employee.ts';

interface EditEmployeeProps {
  id: number;
  handover: Handover | undefined;
  onHandover(handover: Handover | undefined): void;
}

export const EditEmployee = ({ id, handover, onHandover }: EditEmployeeProps) => {
  const { data, error, refetch } = useEmployee(id);
  const failure = error ? failureOf(error) : undefined;
  if (data)
    return (
      <EditForm
        employee={data}
        isGone={failure?.kind === 'missing'}
        handover={handover}
        onHandover={onHandover}
      />
    );
  return <NotRead id={id} failure={failure} onRetry={() => void refetch()} />;
};

interface NotReadProps {
  id: number;
  failure: ReturnType<typeof failureOf> | undefined;
  onRetry(): void;
}

/** It is being read, or cannot be. */
export const NotRead = ({ id, failure, onRetry }: NotReadProps) => {
  const { t } = useTranslation('employees');
  const content = () => {
    if (failure?.kind === 'missing')
      return <EmptyState title={t('missing.title')}>{t('missing.text')}</EmptyState>;
    if (failure && failure.kind !== 'session') return <FailedState failure={failure} onRetry={onRetry} />;
    return <LoadingState rows={8} height={48} />;
  };
  return (
    <SidePanel open={id} label={t('panel.label')} isDirty={false}>
      <PanelHead title={t('panel.label')} />
      {content()}
    </SidePanel>
  );
};
