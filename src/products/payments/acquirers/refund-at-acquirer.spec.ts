import { describe, expect, it } from '@jest/globals';
import type { AcquirerConnector } from '../../../connectors/acquirers/port/acquirer-connector.js';
import type { RefundRequest } from '../../../connectors/acquirers/port/refund.js';
import { refundAtAcquirer } from './refund-at-acquirer.js';

const REFUND = { reference: 'r' } as RefundRequest;
const refunded = { outcome: 'completed', providerRef: 'p', data: null, rawCode: null, money: null } as const;

/** A fake acquirer that returns `polled` for each poll and records the calls. */
function fakeAcquirer(polled: { outcome: string }) {
  const calls: unknown[] = [];
  const connector = {
    refund: (refund: unknown) => (calls.push(['refund', refund]), Promise.resolve(refunded)),
    pollRefund: (refund: unknown) => (calls.push(['poll', refund]), Promise.resolve(polled)),
  } as unknown as AcquirerConnector;
  return { connector, calls };
}
const [POLL, REFUND_CALL] = [(providerRef: string | null) => ['poll', { ...REFUND, providerRef }], ['refund', REFUND]];

describe('a refund', () => {
  it('is sent in the first call, without a poll', async () => {
    const { connector, calls } = fakeAcquirer({ outcome: 'not_found' });
    expect(await refundAtAcquirer(connector, REFUND, null)).toEqual(refunded);
    expect(calls).toEqual([REFUND_CALL]);
  });

  it('is polled after a first call, and the result of the poll counts', async () => {
    const { connector, calls } = fakeAcquirer({ outcome: 'pending' });
    expect(await refundAtAcquirer(connector, REFUND, { providerRef: 'p' })).toEqual({ outcome: 'pending' });
    expect(calls).toEqual([POLL('p')]);
  });

  it('is sent again when the acquirer does not find the refund and has never given it a reference', async () => {
    const { connector, calls } = fakeAcquirer({ outcome: 'not_found' });
    expect(await refundAtAcquirer(connector, REFUND, { providerRef: null })).toEqual(refunded);
    expect(calls).toEqual([POLL(null), REFUND_CALL]);
  });

  it('is not sent again when the acquirer does not find the refund but has given it a reference', async () => {
    const { connector, calls } = fakeAcquirer({ outcome: 'not_found' });
    const unknown = { outcome: 'unknown', providerRef: 'p', data: null, rawCode: null, money: null };
    expect(await refundAtAcquirer(connector, REFUND, { providerRef: 'p' })).toEqual(unknown);
    expect(calls).toEqual([POLL('p')]);
  });
});
