import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMessageReader } from '../../../renderer/api/sse.ts';

const stream =
  'retry: 2000\n\nid: 7\nevent: ready\ndata: {"last_event_id":7}\n\n: still here\n\n' +
  'id: 8\nevent: invoice.created\ndata: {"a":\ndata: "б"}\n\ndata:bare\n\nevent: no data\n\n';

const messages = [
  { id: '7', event: 'ready', data: '{"last_event_id":7}' },
  { id: '8', event: 'invoice.created', data: '{"a":\n"б"}' },
  { id: undefined, event: 'message', data: 'bare' },
];

describe('messages of a stream', () => {
  test('are the same however the text is cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
        const read = createMessageReader();
        const places = [0, ...cuts.sort((a, b) => a - b), stream.length];
        const pieces = places.map((from, index) => stream.slice(from, places[index + 1] ?? stream.length));
        expect(pieces.flatMap((piece) => read(piece))).toEqual(messages);
      }),
    );
  });

  test('an unfinished one is not reported', () => {
    const read = createMessageReader();
    expect(read('id: 9\nevent: x\ndata: y\n')).toEqual([]);
    expect(read('\n')).toEqual([{ id: '9', event: 'x', data: 'y' }]);
  });

  test('lines may end as on Windows', () => {
    expect(createMessageReader()('id: 1\r\ndata: a\r\n\r\n')).toEqual([
      { id: '1', event: 'message', data: 'a' },
    ]);
  });
});
