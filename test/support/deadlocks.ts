/** A line of PostgreSQL's log, and those that continue it. */
const MESSAGE = /^\S.*(?:\n\t.*)*/gm;

/**
 * Transactions that waited for each other until PostgreSQL ended one of them: rows were locked in more than one order.
 * @returns of each, who waited for whom with which statement.
 */
export function deadlocksIn(log: string): string[] {
  const messages = log.match(MESSAGE) ?? [];
  return messages.flatMap((message, index) => (message.includes('deadlock detected') ? [messages[index + 1] ?? message] : []));
}
