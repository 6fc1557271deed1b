import { format } from 'node:util';
import type { Logger } from 'pino';

/**
 * Whoever ships the log of a production machine reads one JSON object a line: what Node and libraries write as text goes there as well.
 * @param logger the one of the moment; before the settings are read it is not the one that they ask for.
 * @param lastWords for what ends the process, however little the settings want to hear.
 */
export function writeOnlyJsonLines(logger: () => Logger, lastWords: Logger): void {
  process.removeAllListeners('warning'); // Node's own, which writes text
  process.on('warning', (warning) => logger().warn({ err: warning }, warning.message));
  process.on('uncaughtException', (error: unknown) => {
    lastWords.fatal({ err: error }, 'an error that nobody expected ends the process');
    process.exit(1);
  });
  for (const method of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    const level = method === 'log' ? 'info' : method;
    console[method] = (...values: unknown[]) => logger()[level]({ context: 'console' }, format(...values));
  }
}
