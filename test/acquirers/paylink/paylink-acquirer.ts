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
  /** In cents. */
  total: number;
  status: string;
}

export const CREDENTIALS = { merchant: 'shop', password: 'secret' };
const AUTHORIZATION = `Basic ${Buffer.from('shop:secret').toString('base64')}`;

/**
 * A fake of the invented acquirer Paylink. A request with the total 13.93 gets no response, a payment of 13.91 is declined for
 * insufficient funds, and of a payment of 13.92 only 13.91 is taken.
 */
export class PaylinkAcquirer {
  readonly links = new Map<string, Link>();
  private readonly refunds = new Map<string, Refund>();
  private readonly server = createServer((request, response) => void this.handle(request, response));

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

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://paylink');
    const form = Object.fromEntries(request.method === 'GET' ? searchParams : new URLSearchParams(Buffer.concat(chunks).toString()));
    if (request.headers.authorization !== AUTHORIZATION) return void response.writeHead(401).end();
    const result = this.execute(`${request.method} ${pathname}`, form);
    if (form['total'] === '13.93') return;
    response.writeHead(result ? 200 : 404).end(JSON.stringify(result ?? { problem: 'no such link' }));
  }

  private execute(route: string, form: Record<string, string>): object | undefined {
    const { order = '', key = '', total = '', currency = '' } = form;
    const link = this.links.get(order);
    switch (route) {
      case 'POST /links':
        if (!link) this.links.set(order, { id: randomUUID(), order, total, currency, status: 'open' });
        return { ...this.links.get(order), link: `https://paylink.example/${order}` };
      case 'GET /links':
        return link && { ...link, link: `https://paylink.example/${order}` };
      case 'POST /collect':
        return link && Object.assign(link, link.status === 'confirmed' && { status: 'collected' });
      case 'POST /refunds':
        return this.refund(link, key, total);
      default: // GET /refunds
        return this.refunds.get(key);
    }
  }

  private refund(link: Link | undefined, key: string, total: string): Refund {
    const existing = this.refunds.get(key);
    if (existing) return existing;
    const earlierRefunds = [...this.refunds.values()].filter(({ order, status }) => order === link?.order && status === 'sent');
    const refundable = earlierRefunds.reduce((rest, refund) => rest - refund.total, Math.round(Number(link?.total ?? 0) * 100));
    const isAccepted = link?.status === 'collected' && Math.round(Number(total) * 100) <= refundable;
    const refund = {
      id: randomUUID(),
      key,
      order: link?.order ?? '',
      total: Math.round(Number(total) * 100),
      status: isAccepted ? 'sent' : 'denied',
    };
    this.refunds.set(key, refund);
    return refund;
  }
}
