import { Group, Loader, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconX } from '@tabler/icons-react';
import i18next from 'i18next';
import { type Failure, failureOf } from '../../api/failure.ts';
import { Act } from '../../kit/act.tsx';
import { FailureText } from '../../kit/use-failure-text.ts';
import { createStore, useStore } from '../../lib/create-store.ts';
import { onUserChange, whileUserStays } from '../session/user-change.ts';

/** Long work continues across screens: its state lives here and is shown as a notification. */

interface Work {
  /** Only one task per id runs at a time. */
  id: string;
  title: string;
  /** Once it has begun, it is carried out. */
  isUnstoppable?: true;
  /**
   * Runs the task; `report` shows its progress.
   * @returns the result, in words
   * @throws ApiError; AbortError when cancelled
   */
  run(signal: AbortSignal, report: (text: string) => void): Promise<string>;
}

const running = createStore<ReadonlyMap<string, AbortController>>(new Map());

const without = (id: string): Map<string, AbortController> =>
  new Map([...running.get()].filter(([each]) => each !== id));

// A user's work must not report to the next user.
onUserChange(() => {
  for (const stop of running.get().values()) stop.abort();
  notifications.clean();
});

/** Starts a task unless it is already running. Never throws: failures are shown on the screen. */
export const startWork = (work: Work): void => {
  if (running.get().has(work.id)) return;
  const stop = new AbortController();
  running.set(new Map([...running.get(), [work.id, stop]]));
  showProgress(work, stop);
  void carryOut(work, stop).finally(() => running.set(without(work.id)));
};

const carryOut = async (work: Work, stop: AbortController): Promise<void> => {
  const user = whileUserStays();
  try {
    const result = await work.run(stop.signal, (text) => {
      if (!user.aborted) showProgress(work, stop, text);
    });
    showDone(work, result);
  } catch (error) {
    if (stop.signal.aborted || (error as Error).name === 'AbortError') notifications.hide(work.id);
    else showFailed(work, failureOf(error));
  }
};

export const useIsWorking = (id: string): boolean => useStore(running).has(id);

const showProgress = ({ id, title, isUnstoppable }: Work, stop: AbortController, text = ''): void => {
  const shown = {
    id,
    title,
    icon: <Loader size={18} color="ink.0" aria-hidden />,
    autoClose: false as const,
    withCloseButton: false,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" className="figures" role="status">
          {text || i18next.t('work.running')}
        </Text>
        {isUnstoppable ? null : (
          <Act size="compact-xs" onClick={() => stop.abort()} text={i18next.t('work.stop')} />
        )}
      </Group>
    ),
  };
  // `update` ignores a notification that is not shown yet, `show` one that is.
  notifications.show(shown);
  notifications.update(shown);
};

const RESULT_MS = 10_000;

const showDone = ({ id, title }: Work, result: string): void => {
  notifications.update({
    id,
    title,
    color: 'green',
    icon: <IconCheck size={20} aria-hidden />,
    message: result,
    autoClose: RESULT_MS,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': i18next.t('close') },
  });
};

const showFailed = ({ id, title }: Work, failure: Failure): void => {
  notifications.update({
    id,
    title,
    color: 'red',
    icon: <IconX size={20} aria-hidden />,
    message: <FailureText failure={failure} />,
    autoClose: false,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': i18next.t('close') },
  });
};

/** Frequent enough to show progress, rare enough for a screen reader. */
const REPORT_EVERY_MS = 5000;

/** Runs work of unknown length and reports the elapsed time. */
export const withElapsed = async <T,>(report: (text: string) => void, run: () => Promise<T>): Promise<T> => {
  const started = Date.now();
  const reportElapsed = () =>
    report(i18next.t('work.elapsed', { seconds: Math.round((Date.now() - started) / 1000) }));
  const timer = setInterval(reportElapsed, REPORT_EVERY_MS);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
};
