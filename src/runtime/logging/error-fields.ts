import { stdSerializers } from 'pino';

/** Safe fields of errors. Others may quote data: parameters, rows, clients or bodies. */
const TOLD = ['type', 'message', 'stack', 'code', 'syscall', 'address', 'port', 'constraint', 'table', 'routine'];

interface Fields extends Record<string, unknown> {
  aggregateErrors?: Fields[];
}

/** An error for the log: with its causes, but without the data it was about. */
export function errorFields(error: unknown): unknown {
  const all: unknown = stdSerializers.err(error as Error);
  return typeof all === 'object' && all !== null ? told(all as Fields) : all;
}

function told(all: Fields): object {
  const fields = TOLD.filter((name) => all[name] !== undefined).map((name): [string, unknown] => [name, all[name]]);
  return { ...Object.fromEntries(fields), ...(all.aggregateErrors && { aggregateErrors: all.aggregateErrors.map(told) }) };
}
