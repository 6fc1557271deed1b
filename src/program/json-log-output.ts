import { format } from 'node:util';
import type { Logger } from 'pino';

/**
 * Makes every line of the production log one JSON object, for programs that collect logs. Text that Node and libraries write is logged as
 * JSON, too.
 * @param logger returns the current logger, which is a preliminary logger until the settings are read.
 * @param fatalLogger logs the error that ends the process, at any log level.
 */
export function forceJsonLogOutput(logger: () => Logger, fatalLogger: Logger): void {
  process.removeAllListeners('warning'); // removes Node's own listener, which writes text
  process.on('warning', (warning) => logger().warn({ err: warning }, warning.message));
  process.on('uncaughtException', (error: unknown) => {
    fatalLogger.fatal({ err: error }, 'an uncaught exception ends the process');
    process.exit(1);
  });
  for (const method of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    const level = method === 'log' ? 'info' : method;
    console[method] = (...values: unknown[]) => logger()[level]({ context: 'console' }, format(...values));
  }
}
