/** How the names of a gateway's settings begin. */
const FIRST_WORDS = [
  ...['CLIENT', 'CONNECTOR', 'DATA', 'DATABASE', 'DISPLAY', 'ENCRYPTION', 'HOST', 'KEEP', 'LEDGER', 'LOG', 'METRICS', 'NBP', 'OTEL'],
  ...['PANEL', 'PAYER', 'PAYMENT', 'PORT', 'PUBLIC', 'QUEUE', 'RATE', 'REDIS', 'RETENTION', 'ROLE', 'SANDBOX', 'SEED', 'SHUTDOWN'],
  ...['SMS', 'TRUST', 'WEBHOOK'],
];
const OF_A_GATEWAY = new RegExp(`^(PG|(${FIRST_WORDS.join('|')})(_|$))`);

/**
 * The given variables without settings of a real gateway, which a developer's shell may have: tests start a database and must never use that one,
 * nor any other of its settings.
 */
export const testsEnvironment = (variables = process.env) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !OF_A_GATEWAY.test(name)));
