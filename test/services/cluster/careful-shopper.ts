import { setTimeout as pause } from 'node:timers/promises';
import { phone } from '../../faults/support/payments.js';
import type { GatewayProcess } from '../../faults/support/gateway-process.js';
import type { HttpResponse } from '../../support/http-client.js';
import { payerOf } from '../../support/payer.js';
import type { Shop } from '../../support/shop.js';
import { times } from '../../support/times.js';

/** Between two calls of the same caller: the cluster and the gateway share one machine. */
const PACE_MS = 100;
/** A payer gives up after about two minutes. */
const PATIENCE_LOOKS = 1_000;
/** What the page answers to a code that is not the one. */
const REFUSED = 422;
/** Of so many calls of a caller one becomes a payment. */
const PAID_EVERY = 5;

let payers = 0;

/** A transaction that was answered as made. */
export interface Made {
  control: string;
  id: string;
  at: number;
}

/**
 * Partner and payers who do not give up: a call without an answer, or answered "not now", is repeated with its `Idempotency-Key`; a payer
 * looks at the page again and does what it asks for.
 */
export class CarefulShopper {
  readonly made: Made[] = [];
  readonly paid: string[] = [];
  /** Unexpected answers. */
  readonly wrong: string[] = [];
  private readonly callers: Promise<void>[];
  private going = true;

  constructor(
    atOnce: number,
    private readonly gateway: GatewayProcess,
    private readonly shop: Shop,
    name: string,
  ) {
    this.callers = times(atOnce, async (caller) => {
      for (let number = 1; this.going; number += 1) {
        const id = await this.create(`${name}-${caller}-${number}`);
        await this.look(id);
        if (number % PAID_EVERY === 0) await this.pay(id);
        await pause(PACE_MS);
      }
    });
  }

  /** Repeats the call under the same key until it is answered. @returns the transaction's id. */
  async create(control: string): Promise<string> {
    const request = { amount: 13.62, control };
    const answer = await this.untilAnswered(() => this.shop.post('/transactions', request, { headers: { 'Idempotency-Key': control } }));
    const id = answer.body.data.transactionId as string;
    this.made.push({ control, id, at: performance.now() });
    return id;
  }

  /** The longest time without a transaction that was answered as made, from the moment on. */
  longestSilenceSince(moment: number): number {
    const times = [moment, ...this.made.map(({ at }) => at).filter((at) => at > moment)].sort((one, other) => one - other);
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] as number)));
  }

  /** Resolves when all that was begun is done. */
  async end(): Promise<void> {
    this.going = false;
    await Promise.all(this.callers);
  }

  /** A transaction just made is in its maker's list, which is read from the standby once that has the row. */
  private async look(id: string): Promise<void> {
    const { body } = await this.untilAnswered(() => this.shop.get('/transactions?perPage=100'));
    const ids = (body.data as { id: string }[]).map((row) => row.id);
    if (!ids.includes(id)) this.wrong.push(`the list lacks ${id}`);
  }

  private async pay(id: string): Promise<void> {
    const payer = payerOf(this.gateway, id, `198.51.100.${(payers += 1) % 250}`); // an address gets only so many codes in an hour
    for (let looks = 0; looks < PATIENCE_LOOKS; looks += 1) {
      const stage = await payer.stage().catch(() => undefined);
      if (stage === 'confirmed' || stage === 'paid') return void this.paid.push(id);
      if (stage === 'choose') await payer.choose('orange', phone()).catch(() => undefined);
      // Its sending was begun and not done: such a payer would ask for another code, or leaves.
      if (stage === 'code' && (await payer.code().catch(() => 0)) === REFUSED) return;
      // A charge that the operator has never heard of is given up after two minutes; this payer looks again another day.
      if (stage === 'waiting' && !this.going) return;
      await pause(PACE_MS);
    }
    this.wrong.push(`payment ${id} is not paid`);
  }

  private async untilAnswered(call: () => Promise<HttpResponse>): Promise<HttpResponse> {
    for (;;) {
      const answer = await call().catch(() => null);
      if (answer?.status === 200) return answer;
      if (answer && ![409, 503].includes(answer.status)) this.wrong.push(answer.text);
      await pause(PACE_MS);
    }
  }
}
