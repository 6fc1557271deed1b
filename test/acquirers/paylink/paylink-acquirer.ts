import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Link {
  id: string;
  order: string;
  total: string;
  currency: string;
  status: string;
  code?: string;
}
interface Refund {
  id: string;
  key: string;
  order: string;
  total: number;
  status: string;
}

export const CREDENTIALS = { merchant: 'shop', password: 'secret' };
const AUTHORIZATION = `Basic ${Buffer.from('shop:secret').toString('base64')}`;

/** A stand-in for the invented acquirer Paylink. A total of 13.93 is never answered, one of 13.91 has no funds, of 13.92 a cent is lost. */
export class PaylinkAcquirer {
  readonly links = new Map<string, Link>();
  private readonly refunds = new Map<string, Refund>();
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  pay(order: string): void {
    const link = this.links.get(order);
    if (link?.status !== 'open') return;
    Object.assign(link, link.total === '13.91' ? { status: 'refused', code: 'E51' } : { status: 'confirmed' });
    if (link.total === '13.92') link.total = '13.91';
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://paylink');
    const form = Object.fromEntries(request.method === 'GET' ? searchParams : new URLSearchParams(Buffer.concat(chunks).toString()));
    if (request.headers.authorization !== AUTHORIZATION) return void response.writeHead(401).end();
    const said = this.say(`${request.method} ${pathname}`, form);
    if (form['total'] === '13.93') return;
    response.writeHead(said ? 200 : 404).end(JSON.stringify(said ?? { problem: 'no such link' }));
  }

  private say(call: string, form: Record<string, string>): object | undefined {
    const { order = '', key = '', total = '', currency = '' } = form;
    const link = this.links.get(order);
    switch (call) {
      case 'POST /links':
        if (!link) this.links.set(order, { id: randomUUID(), order, total, currency, status: 'open' });
        return { ...this.links.get(order), link: `https://paylink.example/${order}` };
      case 'GET /links':
        return link && { ...link, link: `https://paylink.example/${order}` };
      case 'POST /collect':
        return link && Object.assign(link, link.status === 'confirmed' && { status: 'collected' });
      case 'POST /refunds':
        return this.refund(link, key, total);
      default:
        return this.refunds.get(key);
    }
  }

  private refund(link: Link | undefined, key: string, total: string): Refund {
    const known = this.refunds.get(key);
    if (known) return known;
    const before = [...this.refunds.values()].filter(({ order, status }) => order === link?.order && status === 'sent');
    const left = before.reduce((rest, refund) => rest - refund.total, Math.round(Number(link?.total ?? 0) * 100));
    const isFine = link?.status === 'collected' && Math.round(Number(total) * 100) <= left;
    const refund = {
      id: randomUUID(),
      key,
      order: link?.order ?? '',
      total: Math.round(Number(total) * 100),
      status: isFine ? 'sent' : 'denied',
    };
    this.refunds.set(key, refund);
    return refund;
  }
}
