/** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
export interface ServerMessage {
  id: string | undefined;
  event: string;
  data: string;
}

/**
 * Parses messages from chunks of a stream; ignores comments and unknown fields. The browser's EventSource cannot send
 * an Authorization header.
 */
export const createMessageReader = () => {
  let rest = '';
  let lines: string[] = [];

  const takeLine = (line: string): ServerMessage | undefined => {
    if (line !== '') {
      lines.push(line);
      return undefined;
    }
    const message = messageOf(lines);
    lines = [];
    return message;
  };

  return (piece: string): ServerMessage[] => {
    const whole = (rest + piece).split(/\r\n|\n/);
    rest = whole.pop() ?? '';
    return whole.map(takeLine).filter((message) => message !== undefined);
  };
};

/** `name: value`; a comment has no name. */
const FIELD = /^(?<name>\w+):? ?(?<value>.*)$/;

/** undefined: no data, as in a comment or a bare `retry`. */
const messageOf = (lines: readonly string[]): ServerMessage | undefined => {
  const all = (wanted: string): string[] =>
    lines.flatMap((line) => {
      const { name, value = '' } = FIELD.exec(line)?.groups ?? {};
      return name === wanted ? [value] : [];
    });
  const data = all('data');
  if (data.length === 0) return undefined;
  return { id: all('id').at(-1), event: all('event').at(-1) ?? 'message', data: data.join('\n') };
};
