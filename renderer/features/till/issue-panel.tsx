import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../kit/act.tsx';
import { useLeaveGuard } from '../../kit/leave-guard.tsx';
import { Panel, PanelLoading, PanelPart } from '../../kit/panel.tsx';
import { type Query, QueryView } from '../../kit/query-view.tsx';

interface IssuePanelProps<Issued> {
  title: string;
  text: string;
  open: { label: string; icon: ReactNode; variant?: ButtonProps['variant'] };
  /** Warns before the issued secret is left: it is shown only once. */
  leave: { title: string; text: string };
  form(onIssued: (issued: Issued) => void, onCancel: () => void): ReactNode;
  issued(issued: Issued, onDone: () => void): ReactNode;
  /** Below the form and the issued secret. */
  list?(onIssued: (issued: Issued) => void): ReactNode;
}

type Stage<Issued> = { at: 'closed' } | { at: 'form' } | { at: 'issued'; issued: Issued };

/** A panel that issues something secret: a button, then a form, then the secret with a guard against leaving it. */
export const IssuePanel = <Issued,>({
  title,
  text,
  open,
  leave,
  form,
  issued,
  list,
}: IssuePanelProps<Issued>) => {
  const { t } = useTranslation('till');
  const [stage, setStage] = useState<Stage<Issued>>({ at: 'closed' });
  const show = (secret: Issued) => setStage({ at: 'issued', issued: secret });
  const close = () => setStage({ at: 'closed' });
  const leaving = useLeaveGuard(stage.at === 'issued', ({ pathname }) => pathname === '/settings/till', {
    ...leave,
    go: t('leave'),
  });
  const button = (
    <Button
      size="sm"
      flex="none"
      variant={open.variant ?? 'default'}
      leftSection={open.icon}
      onClick={() => setStage({ at: 'form' })}
    >
      {open.label}
    </Button>
  );
  return (
    <Panel title={title} text={text} actions={stage.at === 'closed' ? button : null}>
      {stage.at === 'form' ? <PanelPart>{form(show, close)}</PanelPart> : null}
      {stage.at === 'issued' ? <PanelPart>{issued(stage.issued, close)}</PanelPart> : null}
      {list?.(show)}
      {leaving.dialog}
    </Panel>
  );
};

interface IssuedListProps<One> {
  query: Query<readonly One[]>;
  /** Where nothing is issued yet. */
  none: string;
  /** A row with its key. */
  children(one: One): ReactNode;
}

/** What has been issued, in the panel that issues it. */
export const IssuedList = <One,>({ query, none, children }: IssuedListProps<One>) => (
  <QueryView query={query} loading={<PanelLoading height={56} />}>
    {(all) =>
      all.length === 0 ? (
        <PanelPart>
          <Hint>{none}</Hint>
        </PanelPart>
      ) : (
        all.map(children)
      )
    }
  </QueryView>
);
