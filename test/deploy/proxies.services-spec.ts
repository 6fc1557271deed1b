import { once } from 'node:events';
import { request as requestPlain } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { connect } from 'node:tls';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import { CreateTokenService } from '../../src/platform/partners/tokens/create-token.service.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { Authority, type Certificate } from './support/authority.js';
import { DeployedProxy, HAPROXY, NGINX } from './support/deployed-proxy.js';

const NAME = 'pay.example.com';
/** The only address from which the restricted token may be used. All of 127.0.0.0/8 is this machine. */
const ALLOWED = '127.0.0.5';

let authority: Authority;
let certificate: Certificate;
let world: FaultWorld;
let apis: GatewayProcess[];
let shop: Shop;
let boundToken: string;

beforeAll(async () => {
  authority = await Authority.make();
  certificate = await authority.issue('proxy', `DNS:${NAME}`);
  world = await startFaultWorld();
  const settings = { TRUST_PROXY: '127.0.0.1', HOST: '127.0.0.1', PUBLIC_URL: `https://${NAME}`, SHUTDOWN_GRACE_MS: '8000' };
  apis = [await world.gateway('api', settings), await world.gateway('api', settings)];
  shop = await world.shop(apis[0] as GatewayProcess);
  const { partnerId } = shop;
  const bounds = { partnerId, name: 'bound', abilities: ['*'], allowedNetworks: [`${ALLOWED}/32`] };
  boundToken = (await world.withServices((get) => get(CreateTokenService).run(bounds))).token;
}, 600_000);
afterAll(async () => {
  await world?.stop();
  await authority?.remove();
});

interface ProxyResponse {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  rawHeaders: string[];
  body: string;
}

describe.each([
  ['HAProxy', HAPROXY],
  ['nginx', NGINX],
])('behind %s as deployed', (_name, program) => {
  let proxy: DeployedProxy;
  beforeAll(async () => {
    const [firstPort, secondPort] = apis.map(({ port }) => port);
    proxy = await DeployedProxy.start(program, certificate, [firstPort ?? 0, secondPort ?? 0]);
    await until(
      () => call('GET', '/docs').catch(() => null),
      (response) => response?.status === 200,
    );
  });
  afterAll(() => proxy?.stop());

  const send = async (clientRequest: ReturnType<typeof request>, body?: string): Promise<ProxyResponse> => {
    clientRequest.end(body);
    const [response] = (await once(clientRequest, 'response')) as [import('node:http').IncomingMessage];
    const { statusCode = 0, headers, rawHeaders } = response;
    return { status: statusCode, headers, rawHeaders, body: await text(response) };
  };
  /** Sends a request as a program on the internet does: it trusts the test's authority and calls the gateway by its name. */
  const call = (method: string, path: string, { body, ...options }: RequestOptions & { body?: string } = {}): Promise<ProxyResponse> => {
    const target = { host: '127.0.0.1', port: proxy.proxyOptions.tlsPort, servername: NAME, ca: authority.certificate, agent: false };
    const headers = { Host: NAME, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...options.headers };
    return send(request({ ...target, ...options, method, path, headers }), body);
  };
  const pay = (token: string, headers: Record<string, string> = {}, localAddress = '127.0.0.1'): Promise<ProxyResponse> =>
    call('POST', `/directbilling/${shop.serviceId}/transactions`, {
      localAddress,
      headers: { Authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify({ amount: 12.3 }),
    });

  it('the proxy accepts its configuration without warnings', () =>
    expect(proxy.checkOutput.trim()).toMatch(/^(Configuration file is valid)?$/));

  it('a payment is made over TLS, and the payer is sent to the public address', async () => {
    const { status, body } = await pay(shop.token);
    expect([status, body]).toEqual([200, expect.stringContaining(`"redirectUrl":"https://${NAME}/pay/`)]);
  });

  it('the gateway sees the real address of a client and ignores forged headers', async () => {
    expect((await pay(boundToken, {}, ALLOWED)).status).toBe(200);
    const claims = { 'X-Forwarded-For': ALLOWED, Forwarded: `for=${ALLOWED}`, 'X-Real-IP': ALLOWED };
    for (const [name, value] of Object.entries(claims))
      expect([name, (await pay(boundToken, { [name]: value })).status]).toEqual([name, 403]);
    expect((await pay(boundToken, { 'X-Forwarded-For': `${ALLOWED}, 127.0.0.1` })).status).toBe(403);
  });

  it('a response has no header twice, and has Strict-Transport-Security', async () => {
    for (const path of ['/docs', `/directbilling/${shop.serviceId}`]) {
      const { rawHeaders } = await call('GET', path);
      const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
      expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
      expect(names).toContain('strict-transport-security');
    }
  });

  it('TLS before 1.2 is refused', async () => {
    const handshake = async (version: 'TLSv1.1' | 'TLSv1.2'): Promise<string> => {
      const old = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } as const;
      const socket = connect({ host: '127.0.0.1', port: proxy.proxyOptions.tlsPort, servername: NAME, ca: authority.certificate, ...old });
      const result = await Promise.race([once(socket, 'secureConnect').then(() => 'agreed'), once(socket, 'error').then(String)]).catch(
        String,
      );
      socket.destroy();
      return result;
    };
    expect(await handshake('TLSv1.2')).toBe('agreed');
    expect(await handshake('TLSv1.1')).toMatch(/protocol version|ECONNRESET|handshake failure/i);
  });

  it('a GET request without TLS is redirected, and a POST request is rejected', async () => {
    const plain = (method: string): Promise<ProxyResponse> =>
      send(
        requestPlain({
          host: '127.0.0.1',
          port: proxy.proxyOptions.plainPort,
          method,
          path: '/pay/1?a=b',
          agent: false,
          headers: { Host: NAME },
        }),
      );
    expect(await plain('GET')).toMatchObject({ status: 301, headers: { location: `https://${NAME}/pay/1?a=b` } });
    expect((await plain('POST')).status).toBe(403);
  });

  it('a payer whose browser sends 20 KiB of cookies gets the page', async () => {
    const { body } = await pay(shop.token);
    const { pathname } = new URL((JSON.parse(body) as { data: { redirectUrl: string } }).data.redirectUrl);
    const cookies = Array.from({ length: 20 }, (_, index) => `shop_${index}=${'x'.repeat(1_016)}`).join('; ');
    const response = await call('GET', pathname, { headers: { Cookie: cookies } });
    expect([response.status, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('the health probes are not public', async () => {
    for (const path of ['/readyz', '/healthz']) expect([path, (await call('GET', path)).status]).toEqual([path, 404]);
  });

  it('a body that is too large gets the gateway’s own 413 response', async () => {
    const body = JSON.stringify({ amount: 1, description: 'x'.repeat(1_500_000) });
    const headers = { Authorization: `Bearer ${shop.token}` };
    const response = await call('POST', `/directbilling/${shop.serviceId}/transactions`, { headers, body });
    expect([response.status, JSON.parse(response.body)]).toEqual([413, expect.objectContaining({ success: false })]);
  });

  it('all requests succeed while one of the two processes is down', async () => {
    const [first] = apis;
    await first?.kill();
    const responses = await Promise.all(Array.from({ length: 12 }, () => pay(shop.token)));
    await first?.startAgain();
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  });
});
