import { type DestinationStream, type Logger, pino } from 'pino';
import { errorFields } from './error-fields.js';

/** Injection token of the process's pino logger. */
export const LOGGER = Symbol('LOGGER');

/**
 * Structured JSON logs. What could hold a secret or a payer's data is never passed to the logger; the redaction is
 * the second line, for objects that libraries hand over.
 * @param destination where the lines go; standard output by default.
 * @param fields what every line gets besides its own fields.
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
