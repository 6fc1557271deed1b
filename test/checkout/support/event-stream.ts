export interface OpenStream {
  status: number;
  headers: Headers;
  /** What was told so far. */
  readonly states: string[];
  /** Fulfilled when the server has ended it. */
  ended: Promise<void>;
  leave(): void;
}

/** Follows a payment as a browser's `EventSource` does, without opening it anew. */
export async function openStream(url: string): Promise<OpenStream> {
  const stop = new AbortController();
  const answer = await fetch(url, { signal: stop.signal });
  const states: string[] = [];
  const read = async (): Promise<void> => {
    let rest = '';
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + part).split('\n');
      rest = lines.pop() ?? '';
      states.push(...lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6)));
    }
  };
  const ended = read().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return { status: answer.status, headers: answer.headers, states, ended, leave: () => stop.abort() };
}
