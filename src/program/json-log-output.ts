import { format } from 'node:util';
import type { Logger } from 'pino';

/**
 * In production each line of the log is one JSON object, for programs that collect logs. This also turns what Node and libraries write as text
 * into such lines.
 * @param logger the present logger; before the settings are read it is a preliminary one.
 * @param lastWords for the error that ends the process, at any log level.
 */
export function forceJsonLogOutput(logger: () => Logger, lastWords: Logger): void {
  process.removeAllListeners('warning'); // Node's own, which writes text
  process.on('warning', (warning) => logger().warn({ err: warning }, warning.message));
  process.on('uncaughtException', (error: unknown) => {
    lastWords.fatal({ err: error }, 'an unexpected error ends the process');
    process.exit(1);
  });
  for (const method of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    const level = method === 'log' ? 'info' : method;
    console[method] = (...values: unknown[]) => logger()[level]({ context: 'console' }, format(...values));
  }
}
