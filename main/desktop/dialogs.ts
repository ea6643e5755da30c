import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron';
import { type Choice, choicesFor, type FailureKind, messageOf } from './failures.ts';
import type { Texts } from './texts.ts';

/** Questions to the user before there is a window, or while it cannot show them. */

interface Question {
  type: 'error' | 'warning' | 'question' | 'info';
  message: string;
  detail: string;
  /** Closing the dialog chooses the last. */
  buttons: readonly string[];
  /** Index of the default button; the first unless given. */
  defaultButton?: number;
}

/**
 * Gives the index of the button.
 * @param parent the window to which the question belongs; without it the question may open behind the window
 */
export const ask = async (
  dialog: Dialog,
  { defaultButton = 0, ...question }: Question,
  parent?: BrowserWindow,
): Promise<number> => {
  const options: MessageBoxOptions = {
    ...question,
    title: 'Kramar',
    buttons: [...question.buttons],
    defaultId: defaultButton,
    cancelId: question.buttons.length - 1,
    noLink: true,
  };
  const { response } = await (parent
    ? dialog.showMessageBox(parent, options)
    : dialog.showMessageBox(options));
  return response;
};

export const askAfterFailure = async (
  dialog: Dialog,
  { failures }: Texts,
  error: unknown,
  kind: FailureKind,
  possible: Parameters<typeof choicesFor>[1],
): Promise<Choice> => {
  const choices = choicesFor(kind, possible);
  const chosen = await ask(dialog, {
    type: 'error',
    message: failures.message[kind],
    detail: `${failures.detail[kind]}\n\n${failures.exactly} ${messageOf(error)}`,
    buttons: choices.map((choice) => failures.choice[choice]),
  });
  return choices[chosen] ?? 'quit';
};
