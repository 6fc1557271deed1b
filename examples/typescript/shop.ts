// A whole shop in TypeScript without packages: sells, receives, refunds, charges monthly and compares its books.
// GATEWAY, TOKEN, SERVICE and WEBHOOK_SECRET are what `partner create --sells payment` prints; PORT is the shop's.
// `orders` and `seen` stand for tables of your database. Node 24 runs this file as it is.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const { GATEWAY = '', TOKEN = '', SERVICE = '', WEBHOOK_SECRET = '', PORT = '4000' } = process.env;
const SHOP = process.env['SHOP'] ?? `http://localhost:${PORT}`;
const SECRET = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
if (SECRET.length === 0) throw new Error('WEBHOOK_SECRET is missing: without one anybody could sign.');

type Order = { payment: string | null; state: 'new' | 'paid' | 'refunded'; paidOn?: string | undefined };
const orders = new Map<string, Order>();
const seen = new Set<string>();

/** An answer of the gateway. A POST that got no answer is repeated with the same key, and happens once. */
async function call<Answer>(method: 'GET' | 'POST', path: string, body?: object, key: string = randomUUID()): Promise<Answer> {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', 'Idempotency-Key': key };
  for (let triesLeft = 2; ; triesLeft -= 1) {
    const request = { method, headers, signal: AbortSignal.timeout(30_000), ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(GATEWAY + path, request).catch((error: unknown) => (triesLeft > 0 ? null : Promise.reject(error as Error)));
    if (answer?.ok) return (await answer.json()) as Answer;
    if (answer && (answer.status < 500 || triesLeft === 0)) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    await pause(1_000);
  }
}

type Created = { data: { transactionId: string; redirectUrl: string } };

async function buy(amount: number): Promise<string> {
  const order = randomUUID();
  const thanks = `${SHOP}/thanks?order=${order}`;
  const kept: Order = { payment: null, state: 'new' };
  orders.set(order, kept);
  const wanted = { amount, control: order, returns: { success: thanks, failure: thanks } };
  const { data } = await call<Created>('POST', `/payment/${SERVICE}/transactions`, wanted, order);
  kept.payment = data.transactionId;
  return data.redirectUrl;
}

/** The Standard Webhooks signature. Old ones are refused, so that nobody repeats one. */
function isSigned(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => String(headers[name] ?? ''));
  const right = Buffer.from(`v1,${createHmac('sha256', SECRET).update(`${id}.${time}.`).update(body).digest('base64')}`);
  const isRight = (each: string): boolean => each.length === right.length && timingSafeEqual(Buffer.from(each), right);
  return Math.abs(Date.now() / 1000 - Number(time)) <= 300 && (signatures ?? '').split(' ').some(isRight);
}

type Notification = { type: string; data: { status: string; paid_at?: string; control?: string; transaction?: { id: string } } };

/** The same notification may come again: it is acted on once. */
function notified(id: string, { type, data }: Notification): void {
  if (seen.has(id)) return;
  const order = orders.get(data.control ?? '');
  if (type === 'transaction:status_changed' && data.status === 'transaction_paid' && order)
    Object.assign(order, { state: 'paid', paidOn: data.paid_at?.slice(0, 10) }); // deliver the goods here
  if (type === 'transaction_refund:status_changed' && data.status === 'refund_completed')
    for (const each of orders.values()) if (each.payment === data.transaction?.id) each.state = 'refunded';
  seen.add(id);
}

function refund(order: string): Promise<object> {
  return call('POST', `/payment/${SERVICE}/transactions/${orders.get(order)?.payment}/refunds`, {});
}

/** Once a month, from a timer: a payment, and the charge of who has agreed to it. */
async function charge(subscription: string, amount: number, email: string): Promise<object> {
  const payer = { customer: { email, ip: '198.51.100.7', countryCode: 'PL' }, antifraud: { useragent: 'shop' } };
  const { data } = await call<Created>('POST', `/payment/${SERVICE}/transactions`, { amount, directChannel: 'blik-recurrent', ...payer });
  const { transactionId } = data;
  return call('POST', `/payment/${SERVICE}/blik/subscriptions/${subscription}/autopayment`, { transactionId });
}

type Entries = { data: { transaction_id: string | null }[]; pagination: { links: { next_page: string | null } } };

/** Compares the orders with the wallet's entries of a day, page after page. */
async function differences(day: string): Promise<{ not_booked: (string | null)[]; not_known: string[] }> {
  const booked = new Set<string>();
  for (let query: string | null = `?day=${day}&limit=100`; query !== null;) {
    const page: Entries = await call('GET', `/wallet/entries${query}`);
    for (const { transaction_id: id } of page.data) if (id !== null) booked.add(id);
    const next = page.pagination.links.next_page;
    query = next && new URL(next).search;
  }
  const known = [...orders.values()].map(({ payment }) => payment);
  const paid = [...orders.values()].filter(({ paidOn }) => paidOn === day).map(({ payment }) => payment);
  return { not_booked: paid.filter((id) => !booked.has(id ?? '')), not_known: [...booked].filter((id) => !known.includes(id)) };
}

createServer((request, response) => {
  const answer = async (): Promise<void> => {
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    const { pathname, searchParams } = new URL(request.url ?? '/', SHOP);
    const form = new URLSearchParams(String(body));
    const field = (name: string): string => form.get(name) ?? '';
    const json = async (value: Promise<object>): Promise<void> => void response.end(JSON.stringify(await value));
    if (pathname === '/notify') {
      if (!isSigned(request.headers, body)) return void response.writeHead(400).end();
      notified(String(request.headers['webhook-id']), JSON.parse(String(body)) as Notification);
      return void response.end('OK');
    }
    if (pathname === '/buy') return void response.writeHead(303, { Location: await buy(Number(field('amount'))) }).end();
    // The address proves nothing: only the notification says that it is paid.
    if (pathname === '/thanks') return void response.end(orders.get(searchParams.get('order') ?? '')?.state ?? 'unknown');
    if (pathname === '/refund') return json(refund(field('order'))); // behind a login
    if (pathname === '/charge') return json(charge(field('subscription'), Number(field('amount')), field('email'))); // from a timer
    if (pathname === '/books') return json(differences(searchParams.get('day') ?? ''));
    response.setHeader('Content-Type', 'text/html');
    response.end('<form method="post" action="/buy"><input name="amount" value="49.99"><button>Buy</button></form>');
  };
  answer().catch((error: unknown) => {
    console.error(error);
    response.writeHead(502).end();
  });
}).listen(Number(PORT), '127.0.0.1');
