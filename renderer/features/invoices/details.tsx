import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoiceQuery } from '../../data/queries.ts';
import { readId } from '../../lib/invoices.ts';
import { EmptyState, QueryView } from '../../ui/query-view.tsx';
import { SideFrame } from '../../ui/side-frame.tsx';
import { TakeBackDialog, type TakeBackKind } from './details/cancel-or-refund-dialog.tsx';
import { DetailsView } from './details/details-view.tsx';

/** One invoice at the side of the list; the address alone brings it back. */
export const InvoiceDetails = () => {
  const { invoiceId } = useParams({ from: '/invoices/$invoiceId' });
  const { t } = useTranslation('invoices');
  const navigate = useNavigate();
  // Above the frame, so that what is typed outlives a window that becomes narrower or wider.
  const [asked, setAsked] = useState<{ id: number; kind: TakeBackKind }>();
  const close = (): void => void navigate({ to: '/invoices', search: true, resetScroll: false });
  const id = readId(invoiceId);
  const dialog = asked?.id === id ? asked : undefined;
  return (
    <>
      <SideFrame label={t('details.label')} onClose={close} isCovered={dialog !== undefined}>
        {id === undefined ? (
          <Missing />
        ) : (
          <Loaded key={id} id={id} onClose={close} onTakeBack={(kind) => setAsked({ id, kind })} />
        )}
      </SideFrame>
      {dialog ? <TakeBackDialog {...dialog} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
};

interface LoadedProps {
  id: number;
  onClose(): void;
  onTakeBack(kind: TakeBackKind): void;
}

const Loaded = ({ id, ...actions }: LoadedProps) => {
  const query = useQuery(invoiceQuery(id));
  return (
    <QueryView query={query} missing={<Missing />} rows={8} height={48}>
      {(invoice) => <DetailsView invoice={invoice} {...actions} />}
    </QueryView>
  );
};

const Missing = () => {
  const { t } = useTranslation('invoices');
  return <EmptyState title={t('details.missing')}>{t('details.missingText')}</EmptyState>;
};
