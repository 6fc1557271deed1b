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
    impatient: new PaylinkConnector({ ...options, timeoutMs: 500 }),
    connectorAt: (url, timeoutMs) => new PaylinkConnector({ ...options, baseUrl: url, timeoutMs }),
    stranger: new PaylinkConnector({ ...options, password: 'wrong' }),
    connectorAfter: null, // callbacks have no signed time
    knowsRepeatedStarts: true,
    attempts: {
      paid: () => card(10_000),
      refused: { attempt: () => card(1391), reason: 'insufficient_funds' },
      silent: () => card(1393),
      less: () => card(1392),
    },
    refunds: { silent: 1393, rejected: null, failed: null, takenBack: null, reportedFirst: null, repeated: null },
    pay: ({ reference }) => Promise.resolve(paylink.pay(reference)),
    letPass: () => Promise.resolve(),
    lastReport: ({ reference }) => ({ headers: {}, query: {}, address: '192.0.2.1', body: Buffer.from(`order=${reference}`) }),
    reportsOnRefund: () => [], // callbacks name orders, not refunds
    stop: async () => void (await paylink.close()),
  };
});
