import type { IpcMainInvokeEvent, WebContents } from 'electron';

/**
 * Point 17, "Validate the sender of all IPC messages": only the main frame of our own window. The address of any other
 * frame is withheld, so that the bridge refuses it, and logs that. A frame that is gone by now is null.
 * https://www.electronjs.org/docs/latest/tutorial/security#17-validate-the-sender-of-all-ipc-messages
 */
export const senderAddress = (
  { senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>,
  window: Pick<WebContents, 'mainFrame'> | undefined,
): string =>
  senderFrame !== null && window !== undefined && senderFrame === window.mainFrame ? senderFrame.url : '';
