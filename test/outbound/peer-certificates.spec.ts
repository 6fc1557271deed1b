import type { AddressInfo } from 'node:net';
import { createServer } from 'node:https';
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, buildConnector, request } from 'undici';
import { SystemClock } from '../../src/common/time/clocks.js';
import { PeerCertificates } from '../../src/platform/outbound/peer-certificates.js';
import { SELF_SIGNED } from '../webhooks/support/self-signed.js';

const DAY_MS = 24 * 3_600_000;
const ENDS_AT = new Date(new X509Certificate(SELF_SIGNED.cert).validTo);

class StoppedClock extends SystemClock {
  constructor(private readonly daysBefore: () => number) {
    super();
  }

  now(): Date {
    return new Date(ENDS_AT.getTime() - this.daysBefore() * DAY_MS);
  }
}

describe('the certificates of partners’ URLs', () => {
  const server = createServer(SELF_SIGNED, (_, response) => response.end('OK'));
  let host: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  let days = 31;
  const certificates = new PeerCertificates(new StoppedClock(() => days));
  /** Sends a request of a service on a new connection, like the outbound client. */
  async function sendRequest(serviceId: string): Promise<void> {
    const agent = new Agent({ connect: certificates.wrapConnector(buildConnector({ rejectUnauthorized: false })) });
    await (await request(`https://${host}/notify`, { dispatcher: agent })).body.text();
    certificates.linkService(serviceId, `https://${host}/notify`);
    await agent.close();
  }

  it('are listed once they expire within 30 days, for each service with this host', async () => {
    await sendRequest('A');
    expect(certificates.expiringFirst(10)).toEqual([]);
    days = 29;
    await sendRequest('A');
    await sendRequest('B');
    const certificateOf = (serviceId: string) => ({ serviceId, host, endsAt: ENDS_AT });
    expect(certificates.expiringFirst(10)).toEqual([certificateOf('A'), certificateOf('B')]);
    expect(certificates.expiringFirst(1)).toHaveLength(1);
  });

  it('are not listed for a service whose URL has changed, and for no service after the renewal', async () => {
    certificates.linkService('A', 'https://elsewhere.example/notify');
    expect(certificates.expiringFirst(10)).toMatchObject([{ serviceId: 'B' }]);
    days = 400;
    await sendRequest('B');
    expect(certificates.expiringFirst(10)).toEqual([]);
  });
});
