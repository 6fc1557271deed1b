import { setTimeout as pause } from 'node:timers/promises';
import { nextPhoneNumber } from '../../faults/support/payments.js';
import type { GatewayProcess } from '../../faults/support/gateway-process.js';
import type { HttpResponse } from '../../support/http-client.js';
import { payerOf } from '../../support/payer.js';
import type { Shop } from '../../support/shop.js';
import { times } from '../../support/times.js';

/** The pause between two calls of a caller, because the cluster and the gateway share one machine. */
const PACE_MS = 100;
/** A payer gives up after this many looks at the page, which take about two minutes. */
const MAX_LOOKS = 1_000;
/** The status of the page after a wrong code. */
const CODE_REJECTED = 422;
/** A caller has one of this many transactions paid. */
const PAID_EVERY = 5;

let payers = 0;

/** A transaction whose creation got a response. */
export interface CreatedTransaction {
  control: string;
  id: string;
  at: number;
}

/**
 * A partner and payers who retry. A call without a response, or with 409 or 503, is repeated with its `Idempotency-Key`. A payer opens
 * the page again and does what the page asks for.
 */
export class CarefulShopper {
  readonly createdTransactions: CreatedTransaction[] = [];
  readonly paid: string[] = [];
  /** What was unexpected: responses, transactions missing in a list, payments that are not paid. */
  readonly unexpectedResults: string[] = [];
  private readonly callers: Promise<void>[];
  private isRunning = true;

  constructor(
    callerCount: number,
    private readonly gateway: GatewayProcess,
    private readonly shop: Shop,
    name: string,
  ) {
    this.callers = times(callerCount, async (caller) => {
      for (let number = 1; this.isRunning; number += 1) {
        const id = await this.create(`${name}-${caller}-${number}`);
        await this.checkListed(id);
        if (number % PAID_EVERY === 0) await this.pay(id);
        await pause(PACE_MS);
      }
    });
  }

  /** Repeats the call with the same key until it succeeds. @returns the id of the transaction. */
  async create(control: string): Promise<string> {
    const request = { amount: 13.62, control };
    const response = await this.untilAnswered(() => this.shop.post('/transactions', request, { headers: { 'Idempotency-Key': control } }));
    const id = response.body.data.transactionId as string;
    this.createdTransactions.push({ control, id, at: performance.now() });
    return id;
  }

  /** The longest time between two created transactions after `moment`, in milliseconds. */
  longestGapSince(moment: number): number {
    const moments = [moment, ...this.createdTransactions.map(({ at }) => at).filter((at) => at > moment)].sort((one, other) => one - other);
    return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] as number)));
  }

  /** Stops the callers. Resolves when they have finished their last transactions. */
  async end(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.callers);
  }

  /** Checks that the list has the new transaction. The gateway may read lists from the standby, but only once it has the row. */
  private async checkListed(id: string): Promise<void> {
    const { body } = await this.untilAnswered(() => this.shop.get('/transactions?perPage=100'));
    const ids = (body.data as { id: string }[]).map((row) => row.id);
    if (!ids.includes(id)) this.unexpectedResults.push(`the list lacks ${id}`);
  }

  private async pay(id: string): Promise<void> {
    const payer = payerOf(this.gateway, id, `198.51.100.${(payers += 1) % 250}`); // codes for one address are limited
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const stage = await payer.readPageState().catch(() => undefined);
      if (stage === 'confirmed' || stage === 'paid') return void this.paid.push(id);
      if (stage === 'choose') await payer.chooseOperator('orange', nextPhoneNumber()).catch(() => undefined);
      // The gateway was interrupted while it sent the code, so the payer has no valid one. A real payer would request another or leave.
      if (stage === 'code' && (await payer.enterCode().catch(() => 0)) === CODE_REJECTED) return;
      // A charge that the operator has not received ends after five minutes. At the end of the test the payer does not wait for that.
      if (stage === 'waiting' && !this.isRunning) return;
      await pause(PACE_MS);
    }
    this.unexpectedResults.push(`payment ${id} is not paid`);
  }

  private async untilAnswered(call: () => Promise<HttpResponse>): Promise<HttpResponse> {
    for (;;) {
      const response = await call().catch(() => null);
      if (response?.status === 200) return response;
      if (response && ![409, 503].includes(response.status)) this.unexpectedResults.push(response.text);
      await pause(PACE_MS);
    }
  }
}
