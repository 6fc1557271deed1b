export interface OpenStream {
  status: number;
  headers: Headers;
  /** The states received so far. */
  readonly states: string[];
  /** Resolves when the server has closed the stream. */
  ended: Promise<void>;
  closeStream(): void;
}

/** Opens the event stream of a payment like a browser's `EventSource`, but without reconnecting. */
export async function openStream(url: string): Promise<OpenStream> {
  const stop = new AbortController();
  const response = await fetch(url, { signal: stop.signal });
  const states: string[] = [];
  const read = async (): Promise<void> => {
    let rest = '';
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + part).split('\n');
      rest = lines.pop() ?? '';
      states.push(...lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6)));
    }
  };
  const ended = read().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return { status: response.status, headers: response.headers, states, ended, closeStream: () => stop.abort() };
}
