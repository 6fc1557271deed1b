import { stdSerializers } from 'pino';

/** Fields of errors that are safe to log. Other fields may contain data: parameters, rows, clients or bodies. */
const LOGGED_FIELDS = ['type', 'message', 'stack', 'code', 'syscall', 'address', 'port', 'constraint', 'table', 'routine'];

interface Fields extends Record<string, unknown> {
  aggregateErrors?: Fields[];
}

/** Serializes an error for the log, with its causes but without the fields that may contain data. */
export function errorFields(error: unknown): unknown {
  const all: unknown = stdSerializers.err(error as Error);
  return typeof all === 'object' && all !== null ? pickLoggedFields(all as Fields) : all;
}

function pickLoggedFields(all: Fields): object {
  const fields = LOGGED_FIELDS.filter((name) => all[name] !== undefined).map((name): [string, unknown] => [name, all[name]]);
  return { ...Object.fromEntries(fields), ...(all.aggregateErrors && { aggregateErrors: all.aggregateErrors.map(pickLoggedFields) }) };
}
