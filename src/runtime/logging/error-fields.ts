import { stdSerializers } from 'pino';

/** What went wrong and where. Whatever else an error carries may quote the data: the parameters, the row, the client, the body. */
const TOLD = ['type', 'message', 'stack', 'code', 'syscall', 'address', 'port', 'constraint', 'table', 'routine'];

interface Fields extends Record<string, unknown> {
  aggregateErrors?: Fields[];
}

/** An error as it is logged: with its causes, and without the values that it was about. */
export function errorFields(error: unknown): unknown {
  const all: unknown = stdSerializers.err(error as Error);
  return typeof all === 'object' && all !== null ? told(all as Fields) : all;
}

function told(all: Fields): object {
  const fields = TOLD.filter((name) => all[name] !== undefined).map((name): [string, unknown] => [name, all[name]]);
  return { ...Object.fromEntries(fields), ...(all.aggregateErrors && { aggregateErrors: all.aggregateErrors.map(told) }) };
}
