import { attemptRequest } from '../../sandbox/acquirer/support/acquirer-world.js';
import { describeAcquirerConnector } from '../acquirer-connector.contract.js';
import { CREDENTIALS, PaylinkAcquirer } from './paylink-acquirer.js';
import { PaylinkConnector } from './paylink.connector.js';

describeAcquirerConnector('to Paylink', async () => {
  const paylink = new PaylinkAcquirer();
  const baseUrl = await paylink.listen();
  const options = { baseUrl, ...CREDENTIALS, timeoutMs: 10_000 };
  const card = (amountMinor: number) => attemptRequest({ channel: 'card', money: { amountMinor, currency: 'EUR' } });
  return {
    connector: new PaylinkConnector(options),
    withShortTimeout: new PaylinkConnector({ ...options, timeoutMs: 500 }),
    withBaseUrl: (url, timeoutMs) => new PaylinkConnector({ ...options, baseUrl: url, timeoutMs }),
    withWrongCredentials: new PaylinkConnector({ ...options, password: 'wrong' }),
    withClockAhead: null, // callbacks have no signed time
    deduplicatesStarts: true,
    attempts: {
      paid: () => card(10_000),
      refused: { attempt: () => card(1391), reason: 'insufficient_funds' },
      silent: () => card(1393),
      less: () => card(1392),
    },
    refunds: {
      unansweredAmount: 1393,
      rejected: null,
      failed: null,
      reversedLater: null,
      callbackBeforeResponse: null,
      repeatedCallback: null,
    },
    pay: ({ reference }) => Promise.resolve(paylink.pay(reference)),
    passTime: () => Promise.resolve(),
    latestCallback: ({ reference }) => ({ headers: {}, query: {}, address: '192.0.2.1', body: Buffer.from(`order=${reference}`) }),
    callbacksOfRefund: () => [], // callbacks name orders, not refunds
    stop: async () => void (await paylink.close()),
  };
});
