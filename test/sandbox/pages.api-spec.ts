import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { offsetText } from '../../src/common/time/offset-text.js';
import { type SandboxWorld, startSandboxWorld } from './support/sandbox-world.js';

let world: SandboxWorld;
beforeAll(async () => {
  world = await startSandboxWorld();
});
afterAll(() => world.stop());

interface Page {
  status: number;
  headers: Headers;
  html: string;
}
async function openPage(path: string, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
  const response = await fetch(world.sandbox.url + path, {
    headers: { accept: 'text/html', ...headers },
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}
const offset = async (): Promise<number> => {
  const [row] = await world.database.query<{ offset_ms: string }[]>('SELECT offset_ms FROM business_clock');
  return Number(row?.offset_ms);
};

describe('every page', () => {
  it.each([
    '/',
    '/phone',
    '/phone/48500600700',
    '/phone/500600700',
    '/phone/+48500600700',
    '/inbox',
    '/inbox?page=999999',
    '/inbox?page=x',
    '/inbox/verify',
    '/clock',
  ])('is served with strict headers and without inline scripts and styles: %s', async (path) => {
    const { status, headers, html } = await openPage(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(html).not.toMatch(/<script(?![^>]* src="\/assets\/)|style="| on\w+="|undefined|\[object/);
  });

  it('links only to existing pages', async () => {
    for (const path of ['/', '/phone', '/inbox', '/clock']) {
      const links = [...(await openPage(path)).html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link = '']) => link);
      expect(links.length).toBeGreaterThan(5);
      for (const link of new Set(links)) expect([link, (await openPage(link)).status]).toEqual([link, 200]);
    }
  });

  it.each([
    '/nope',
    '/phone/123',
    '/phone/48500600700x',
    '/phone/%00',
    '/inbox/notifications/nope',
    '/inbox/notifications/01900000-0000-7000-8000-000000000000',
    '/assets/nope.css',
    '/%',
  ])('is an error page without a stack trace when the path is unknown: %s', async (path) => {
    const { status, html } = await openPage(path);
    expect([400, 404]).toContain(status);
    expect(html).toContain('<!doctype html>');
    expect(html).not.toMatch(/\.ts:|\.js:|node_modules/);
  });

  it('is JSON for clients that accept JSON when the path is unknown', async () => {
    const response = await fetch(`${world.sandbox.url}/nope`, { headers: { accept: 'application/json' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });
});

describe('the phone', () => {
  it('opens the number in any notation', async () => {
    for (const number of ['500 600 700', '500-600-700', '+48 500 600 700', '48500600700', '0048500600700']) {
      const { status, headers } = await openPage(`/phone?number=${encodeURIComponent(number)}`);
      expect([status, headers.get('location')]).toEqual([303, '/phone/48500600700']);
    }
  });

  it('rejects an invalid number and shows it escaped', async () => {
    const { status, html } = await openPage(`/phone?number=${encodeURIComponent('"><script>1</script>')}`);
    expect(status).toBe(422);
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;1&lt;/script&gt;"');
  });

  it('shows the newest message first with its code, and refreshes without JavaScript, too', async () => {
    await world.orderCode('48600700800');
    const second = await world.orderCode('48600700800');
    const { html } = await openPage('/phone/600700800');
    const codes = [...html.matchAll(/<span class="code">(\d{6})<\/span>/g)].map(([, code]) => code);
    expect(codes).toEqual(await world.codesOf('48600700800'));
    expect(codes[0]).toBe(second.code);
    expect(html).toContain('Kod ' + second.code + ' potwierdza płatność 12,30 zł');
    expect(html).toContain('<noscript><meta http-equiv="refresh"');
    expect((await openPage('/phone')).html).toContain('+48\u00a0600\u00a0700\u00a0800');
  });

  it('escapes texts of the partner', async () => {
    const request = {
      codeReference: 'x',
      phoneNumber: '48600700801',
      grossMinor: 100,
      seller: '<b>Shop</b>',
      description: '<script>alert(1)</script>',
    };
    await world.connector().sendCode(request);
    const { html } = await openPage('/phone/48600700801');
    expect(html).toContain('&lt;b&gt;Shop&lt;/b&gt;: &lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

describe('the inbox', () => {
  it('shows notifications escaped and in pages of twenty', async () => {
    const hostile = '{"type":"<img src=x>","data":{"a":"</pre><script>1</script>"},"signature":"x"}';
    for (let count = 0; count < 21; count += 1) {
      await fetch(`${world.sandbox.url}/inbox/abcdef01`, { method: 'POST', headers: { 'x-evil': '<script>2</script>' }, body: hostile });
    }
    const [first, second] = [await openPage('/inbox'), await openPage('/inbox?page=2')];
    const links = (page: Page): string[] => [...page.html.matchAll(/href="(\/inbox\/notifications\/[^"]+)"/g)].map(([, link = '']) => link);
    expect([links(first).length, links(second).length]).toEqual([20, 1]);
    const { html } = await openPage(links(first)[0] ?? '');
    expect(html).toContain('{&quot;type&quot;:&quot;&lt;img src=x&gt;&quot;,&quot;data&quot;:{&quot;a&quot;:&quot;&lt;/pre&gt;');
    expect(html).toContain('&lt;script&gt;2&lt;/script&gt;');
    expect(html + first.html).not.toMatch(/<script>|<img src=x>/);
  });
});

describe('the clock', () => {
  it('moves forward by the chosen time', async () => {
    const before = await offset();
    const { status, headers } = await openPage('/clock', { amount: '10', unit: 'minutes' });
    expect([status, headers.get('location')]).toEqual([303, '/clock']);
    await openPage('/clock', { amount: '2', unit: 'hours' });
    await openPage('/clock', { amount: '1', unit: 'days' });
    expect((await offset()) - before).toBe((10 + 120 + 1440) * 60_000);
    expect((await openPage('/clock')).html).toContain('1 d 2 h 10 min ahead of system time');
  });

  it.each([
    ['-1', 'minutes'],
    ['0', 'minutes'],
    ['1.5', 'hours'],
    ['1e3', 'hours'],
    ['367', 'days'],
    ['', 'days'],
    ['1', 'years'],
    ['1', 'constructor'],
  ])('rejects %s %s and does not move', async (amount, unit) => {
    const before = await offset();
    const { status, html } = await openPage('/clock', { amount, unit });
    expect([status, await offset()]).toEqual([422, before]);
    expect(html).toContain('Time only moves forward');
  });

  it('cannot be moved from another website', async () => {
    const before = await offset();
    expect((await openPage('/clock', { amount: '1', unit: 'days' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await openPage('/clock', { amount: '1', unit: 'days' }, { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect(await offset()).toBe(before);
  });

  it('cannot be moved back in the database', async () => {
    await world.forward(60);
    await expect(world.database.query('UPDATE business_clock SET offset_ms = offset_ms - 1')).rejects.toThrow('only moves forward');
    await expect(world.database.query('DELETE FROM business_clock')).rejects.toThrow();
  });
});

describe('a foreign website whose domain name resolves to this computer', () => {
  const requestWithHost = (host: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const outgoing = request(`${world.sandbox.url}/phone/48500600700`, { headers: { host } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      outgoing.on('error', reject).end();
    });

  it.each(['evil.example', 'evil.example:3001', 'localhost.evil.example', '127.0.0.1.evil.example', 'a b'])(
    'gets no page with the host %j',
    async (host) => expect(await requestWithHost(host)).toEqual({ status: 421, text: expect.stringContaining('SANDBOX_URL') }),
  );

  it.each(['localhost:3001', '127.0.0.1:3001', '[::1]:3001', 'pay.example.test'])(
    'does not keep the sandbox from accepting its own host %s',
    async (host) => expect((await requestWithHost(host)).status).toBe(200),
  );
});

describe('the offset of business time', () => {
  it('is shown on every page', async () => {
    await openPage('/clock', { amount: '1', unit: 'days' });
    const ahead = offsetText(await offset());
    for (const path of ['/', '/phone', '/bank-app', '/inbox', '/clock', '/acquirer']) {
      const { html } = await openPage(path);
      expect([path, html.includes(`>+${ahead}</span>`)]).toEqual([path, true]);
    }
  });
});
