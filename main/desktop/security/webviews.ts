import type { WebContents } from 'electron';

/**
 * Points 11 and 12, "Do not use allowpopups for WebViews", "Verify WebView options before creation": there is none to
 * be created. https://www.electronjs.org/docs/latest/tutorial/security#12-verify-webview-options-before-creation
 */
export const denyWebviews = (contents: WebContents): void => {
  contents.on('will-attach-webview', (event) => event.preventDefault());
};
