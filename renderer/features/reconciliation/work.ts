import { useTranslation } from 'react-i18next';
import { type Failure, failureOf } from '../../api/failure.ts';
import { useInvalidate } from '../../api/keys.ts';
import { refreshInvoice } from '../../api/mutations.ts';
import { formatCount } from '../../lib/count.ts';
import { startWork } from '../../shop/tasks/background-work.tsx';
import { adopt } from './api.ts';
import { reconciliationStore } from './reconciliation-store.ts';
import { adopted, isOpen, type Line } from './view.ts';

export type Step = 'adopt' | 'refresh';
export const workId = (step: Step): string => `reconciliation-${step}`;

/** Failures after which further rows would fail too. */
const HOPELESS = new Set<Failure['kind']>(['unreachable', 'session', 'forbidden', 'throttled', 'unanswered']);

const STEPS: Record<Step, (line: Line) => Promise<void>> = {
  adopt: async ({ key, row }) => {
    const invoice = await adopt(row);
    reconciliationStore.setView((view) => adopted(view, key, invoice));
  },
  refresh: async ({ row: { here } }) => {
    if (here) await refreshInvoice(here.invoice);
  },
};

/** @returns whether it succeeded; the row shows a failure. @throws ApiError if further rows would fail too */
const carryOut = async (step: Step, line: Line): Promise<boolean> => {
  reconciliationStore.setRow(line.key, 'busy');
  try {
    await STEPS[step](line);
    reconciliationStore.setRow(line.key, undefined);
    return true;
  } catch (error) {
    const failure = failureOf(error);
    reconciliationStore.setRow(line.key, failure.kind === 'session' ? undefined : failure);
    if (HOPELESS.has(failure.kind)) throw error;
    return false;
  }
};

/** Runs the next step of one row or of many. */
export const useSteps = () => {
  const { t } = useTranslation('reconciliation');
  const invalidate = useInvalidate();
  const readAnew = (): void => void invalidate('refund');

  const takeOne = async (step: Step, line: Line): Promise<void> => {
    if (reconciliationStore.get().rows.get(line.key) === 'busy') return;
    try {
      const isDone = await carryOut(step, line);
      if (isDone && step === 'refresh') await compareAnew(line.key);
    } catch {
      // The row shows the failure.
    }
    readAnew();
  };

  const takeAll = (step: Step, lines: readonly Line[]): void =>
    startWork({
      id: workId(step),
      title: t(`all.${step}Title`),
      run: async (signal, report) => {
        let done = 0;
        let failed = 0;
        const total = formatCount(lines.length);
        try {
          for (const line of lines.filter(isOpen)) {
            signal.throwIfAborted();
            report(t('all.progress', { done: formatCount(done + failed), total }));
            if (await carryOut(step, line)) done += 1;
            else failed += 1;
          }
        } finally {
          readAnew();
        }
        if (step === 'refresh') {
          report(t('all.comparing'));
          await reconciliationStore.refresh(signal);
        }
        const result = t(`all.${step}Done`, { count: done });
        return failed === 0 ? result : `${result} ${t('all.failed', { count: failed })}`;
      },
    });

  return { takeOne, takeAll };
};

const compareAnew = async (key: string): Promise<void> => {
  reconciliationStore.setRow(key, 'busy');
  try {
    await reconciliationStore.refresh(new AbortController().signal);
    reconciliationStore.setRow(key, undefined);
  } catch (error) {
    const failure = failureOf(error);
    reconciliationStore.setRow(key, failure.kind === 'session' ? undefined : failure);
  }
};
