/** An Electron that cannot run at all (a missing library, no display) ends well within that. */
const EARLY_END_MS = 10_000;
/** Exit codes of a program that the system could not load, or that Chromium ended before ours began. */
const CANNOT_RUN_CODES = [126, 127];
const CRASHES: readonly (NodeJS.Signals | null)[] = ['SIGTRAP', 'SIGABRT', 'SIGSEGV', 'SIGILL', 'SIGBUS'];
const WORDS =
  /error while loading shared libraries[^\n]*|[^\n]*--no-sandbox[^\n]*|[^\n]*sandbox helper[^\n]*|[^\n]*Missing X server[^\n]*|[^\n]*cannot open display[^\n]*/i;

export interface WindowEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of its stderr. */
  stderrTail: string;
  fault: Error | undefined;
  /** Whether a signal requested the end. */
  isStopRequested: boolean;
  afterMs: number;
}

/** Why Electron could not open the window; undefined: it did, and ended normally. */
export const windowFailure = ({
  code,
  signal,
  stderrTail,
  fault,
  isStopRequested,
  afterMs,
}: WindowEnd): string | undefined => {
  if (fault) return fault.message;
  if (isStopRequested || afterMs > EARLY_END_MS || code === 0) return undefined;
  const words = WORDS.exec(stderrTail)?.[0].trim();
  if (words !== undefined) return words;
  if (CRASHES.includes(signal)) return `Electron ended by ${signal}`;
  return code !== null && CANNOT_RUN_CODES.includes(code) ? `Electron ended with code ${code}` : undefined;
};
