import type { Response } from 'express';

/** Interval of comment lines, without which proxies would close an idle connection. */
const HEARTBEAT_MS = 15_000;
/** A browser reopens a closed stream after this time. The new stream may be at another process. */
const RECONNECT_MS = 2_000;
/** A stream is closed after this time. This frees the streams of browsers that disappeared, and moves streams to new processes. */
const MAX_STREAM_MS = 5 * 60_000;

/** Server-sent events to one browser. */
export class EventStream {
  private readonly timers: NodeJS.Timeout[];

  constructor(private readonly response: Response) {
    response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    response.setHeader('Cache-Control', 'no-store, no-transform');
    response.setHeader('X-Accel-Buffering', 'no'); // otherwise nginx buffers the events
    response.write(`retry: ${RECONNECT_MS}\n\n`);
    this.timers = [
      setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS).unref(),
      setTimeout(() => this.end(), MAX_STREAM_MS).unref(),
    ];
    response.on('close', () => this.timers.forEach((timer) => clearTimeout(timer)));
  }

  /** @param state without a line break */
  send(state: string): void {
    this.response.write(`data: ${state}\n\n`);
  }

  end(): void {
    this.response.end();
  }
}
