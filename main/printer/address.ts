import { isIP, isIPv4 } from 'node:net';

/** Where a receipt printer is reached. */
export type PrinterAddress =
  | { kind: 'network'; host: string; port: number }
  | { kind: 'device'; path: string };

/** The port on which receipt printers take raw data. */
const RAW_PORT = 9100;

/** `192.168.1.50`, `192.168.1.50:9100`, `[fd00::5]:9100`, `fd00::5` */
const HOST_AND_PORT = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/;

/** Devices to which a printer may be connected: USB, parallel and serial ports, and a printer shared by this PC. */
const DEVICES: readonly RegExp[] = [
  /^\/dev\/usb\/lp\d{1,3}$/,
  /^\/dev\/(lp|ttyUSB|ttyACM|ttyS|ulpt|usblp)\d{1,3}$/,
  /^\/dev\/(cu|tty)\.[\w.-]{1,100}$/,
  /^(\\\\\.\\)?(COM|LPT)\d{1,3}$/i,
  // Another computer's share would receive this user's sign-in (NTLM).
  /^\\\\(localhost|127\.0\.0\.1)\\[\w .-]{1,80}$/i,
];

/**
 * Addresses of this computer and of a local network. Nothing else is connected to, so that the setting cannot be used
 * to send data to the internet; names are not resolved, because a name may point elsewhere the next time.
 */
const isLocal = (host: string): boolean => {
  if (!isIPv4(host)) return /^(::1$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i.test(host);
  const [first = 0, second = 0] = host.split('.').map(Number);
  return (
    first === 127 ||
    first === 10 ||
    (first === 192 && second === 168) ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 169 && second === 254)
  );
};

const networkAddress = (text: string): PrinterAddress | undefined => {
  const [, bracketed, plain, port = String(RAW_PORT)] = HOST_AND_PORT.exec(text) ?? [];
  const host = isIP(text) === 6 ? text : (bracketed ?? plain ?? '');
  const isPossible = isIP(host) !== 0 && isLocal(host) && Number(port) >= 1 && Number(port) <= 65_535;
  return isPossible ? { kind: 'network', host, port: Number(port) } : undefined;
};

/** Reads an address as the owner writes it; undefined: it is none, or not one of a local network. */
export const parsePrinterAddress = (text: string): PrinterAddress | undefined =>
  DEVICES.some((device) => device.test(text)) ? { kind: 'device', path: text } : networkAddress(text);
