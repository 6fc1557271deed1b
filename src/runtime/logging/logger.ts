import { type DestinationStream, type Logger, pino } from 'pino';
import { errorFields } from './error-fields.js';

/** Injection token of the process's pino logger. */
export const LOGGER = Symbol('LOGGER');

/**
 * Creates a logger of structured JSON lines. Code must not pass secrets or payers' data to the logger. The redaction is a second defence,
 * for objects from libraries.
 * @param destination of the lines; standard output by default.
 * @param fields added to every line.
 */
export function createLogger(level: string, destination: DestinationStream = pino.destination(1), fields?: () => object): Logger {
  return pino(
    {
      level,
      base: undefined,
      redact: {
        paths: [
          '*.authorization',
          '*["x-sim-password"]',
          '*.headers',
          '*.password',
          '*.phoneNumber',
          '*.phone_number',
          '*.email',
          '*.token',
        ],
        censor: '[redacted]',
      },
      serializers: { err: errorFields },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(fields && { mixin: fields }),
    },
    destination,
  );
}
