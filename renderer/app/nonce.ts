/**
 * The server lets through only styles that carry this page's nonce (main/http/screens.ts). Mantine takes it as a
 * property; react-remove-scroll, which Mantine uses under open windows, reads this name.
 */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

Object.assign(globalThis, { __webpack_nonce__: styleNonce });
