import { describe, expect, it } from '@jest/globals';
import type { AcquirerConnector } from '../../../connectors/acquirers/port/acquirer-connector.js';
import type { RefundRequest } from '../../../connectors/acquirers/port/refund.js';
import { refundAtAcquirer } from './refund-at-acquirer.js';

const REFUND = { reference: 'r' } as RefundRequest;
const refunded = { outcome: 'completed', providerRef: 'p', data: null, rawCode: null, money: null } as const;

/** A channel that answers a poll so; it notes what it was asked. */
function channel(polled: { outcome: string }) {
  const asked: unknown[] = [];
  const connector = {
    refund: (refund: unknown) => (asked.push(['refund', refund]), Promise.resolve(refunded)),
    pollRefund: (refund: unknown) => (asked.push(['poll', refund]), Promise.resolve(polled)),
  } as unknown as AcquirerConnector;
  return { connector, asked };
}
const [ASKED, CALLED] = [(providerRef: string | null) => ['poll', { ...REFUND, providerRef }], ['refund', REFUND]];

describe('money that a channel is to give back', () => {
  it('is asked for in the first call, without a poll', async () => {
    const { connector, asked } = channel({ outcome: 'not_found' });
    expect(await refundAtAcquirer(connector, REFUND, null)).toEqual(refunded);
    expect(asked).toEqual([CALLED]);
  });

  it('is polled after a first call, and what the channel answers counts', async () => {
    const { connector, asked } = channel({ outcome: 'pending' });
    expect(await refundAtAcquirer(connector, REFUND, { providerRef: 'p' })).toEqual({ outcome: 'pending' });
    expect(asked).toEqual([ASKED('p')]);
  });

  it('is asked for again when the channel knows nothing of it and has never named it', async () => {
    const { connector, asked } = channel({ outcome: 'not_found' });
    expect(await refundAtAcquirer(connector, REFUND, { providerRef: null })).toEqual(refunded);
    expect(asked).toEqual([ASKED(null), CALLED]);
  });

  it('is not asked for again when the channel has forgotten what it once named', async () => {
    const { connector, asked } = channel({ outcome: 'not_found' });
    const unknown = { outcome: 'unknown', providerRef: 'p', data: null, rawCode: null, money: null };
    expect(await refundAtAcquirer(connector, REFUND, { providerRef: 'p' })).toEqual(unknown);
    expect(asked).toEqual([ASKED('p')]);
  });
});
