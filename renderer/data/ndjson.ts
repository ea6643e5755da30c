/** Parses each line of an answer as it arrives. An incomplete last line is skipped. */
export async function* linesOf<Line>(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Line> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as Line;
  }
}
