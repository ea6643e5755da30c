import { Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Shift } from '../../../shared/api/shifts.ts';
import { formatAmount } from '../../../shared/money.ts';
import { currentShiftQuery } from '../../api/queries.ts';
import { Act } from '../../kit/act.tsx';
import { FailureCallout, Strip } from '../../kit/callout.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Panel, PanelPart } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useKeyed } from '../../kit/use-keyed.ts';
import { useDates } from '../../shop/use-dates.ts';
import { CashSaleForm } from './cash-sale-form.tsx';
import { CashSales } from './cash-sales.tsx';
import { CountForm } from './count-form.tsx';
import { ShiftFacts, ShiftPrint } from './shift-facts.tsx';
import { useDifferenceText, useShiftRefusal } from './use-shift-texts.ts';

/** The open shift, or the form that opens one. A refusal stays on the screen when the shift changes under it. */
export const CurrentShift = () => {
  const query = useQuery(currentShiftQuery);
  const send = useKeyed('shift');
  const refusalText = useShiftRefusal();
  const opening = useAction();
  const closing = useAction<Shift>();
  const [isClosing, dialog] = useDisclosure(false);

  const open = (opening_cash: number, remark: string): void => {
    closing.forget();
    void opening.run(async () => {
      await send('shifts/', { opening_cash, remark });
    });
  };
  const close = (shift: Shift, closing_cash: number, remark: string): void =>
    void closing.run(async () => {
      const closed = await send<Shift>(`shifts/${shift.id}/close/`, { closing_cash, remark });
      dialog.close();
      return closed;
    });
  const failure = opening.failure ?? closing.failure;
  return (
    <QueryView query={query} isCard rows={4}>
      {({ shift }) => (
        <Stack gap="sm">
          <FailureCallout failure={failure}>{refusalText(failure)}</FailureCallout>
          {closing.result ? <ClosedShift shift={closing.result} /> : null}
          {shift === null ? (
            <OpenPanel isBusy={opening.isBusy} onOpen={open} />
          ) : (
            <OpenShift
              shift={shift}
              onClose={() => {
                opening.forget();
                closing.forget();
                dialog.open();
              }}
            />
          )}
          {shift !== null && isClosing ? (
            <CloseDialog
              isBusy={closing.isBusy}
              onSubmit={(cash, remark) => close(shift, cash, remark)}
              onClose={dialog.close}
            />
          ) : null}
        </Stack>
      )}
    </QueryView>
  );
};

interface OpenPanelProps {
  isBusy: boolean;
  onOpen(cash: number, remark: string): void;
}

const OpenPanel = ({ isBusy, onOpen }: OpenPanelProps) => {
  const { t } = useTranslation('shift');
  return (
    <Panel title={t('open.title')} text={t('open.text')}>
      <PanelPart>
        <CountForm label={t('open.title')} submit={t('open.submit')} isBusy={isBusy} onSubmit={onOpen} />
      </PanelPart>
    </Panel>
  );
};

const OpenShift = ({ shift, onClose }: { shift: Shift; onClose(): void }) => {
  const { t } = useTranslation('shift');
  const dates = useDates();
  return (
    <Panel
      title={t('current.title')}
      text={t('current.text', {
        by: shift.opened_by,
        at: dates.moment(Date.parse(shift.opened_at)),
        sum: formatAmount(shift.opening_cash),
      })}
      actions={<Act onClick={onClose} text={t('close.open')} />}
    >
      <PanelPart>
        <CashSaleForm shift={shift.id} />
      </PanelPart>
      <PanelPart>
        <CashSales shift={shift.id} />
      </PanelPart>
    </Panel>
  );
};

interface CloseDialogProps {
  isBusy: boolean;
  onSubmit(cash: number, remark: string): void;
  onClose(): void;
}

const CloseDialog = ({ isBusy, onSubmit, onClose }: CloseDialogProps) => {
  const { t } = useTranslation('shift');
  return (
    <Dialog title={t('close.title')} closeOnClickOutside={false} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">{t('close.text')}</Text>
        <CountForm label={t('close.title')} submit={t('close.submit')} isBusy={isBusy} onSubmit={onSubmit}>
          <Act onClick={onClose} text={t('close.keep')} />
        </CountForm>
      </Stack>
    </Dialog>
  );
};

/** The outcome, for whoever has closed the shift. */
const ClosedShift = ({ shift }: { shift: Shift }) => {
  const { t } = useTranslation('shift');
  const differenceText = useDifferenceText();
  const { difference } = shift;
  return (
    <Panel title={t('closed.title')} actions={<ShiftPrint shift={shift} />}>
      {difference === null ? null : (
        <Strip tone={difference === 0 ? 'paid' : 'waiting'} title={differenceText(difference)}>
          {difference === 0 ? null : t('closed.recount')}
        </Strip>
      )}
      <PanelPart>
        <ShiftFacts shift={shift} />
      </PanelPart>
    </Panel>
  );
};
