import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import type { AttemptResult, NotSent } from '../../../connectors/channels/port/attempt.js';
import type { ChannelConnector } from '../../../connectors/channels/port/channel-connector.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import { referenceOf } from '../../../connectors/channels/port/reference.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { type CheckoutRefusal, type CheckoutResult, refused } from '../checkout/checkout-result.js';
import { type PayerInput, payerOf } from '../checkout/payer-details.js';
import type { PaymentAttempt } from '../entities/payment-attempt.entity.js';
import { PaymentCode } from '../entities/payment-code.entity.js';
import { PaymentTransaction } from '../entities/payment-transaction.entity.js';
import { MAX_CODES } from '../limits.js';
import { PaymentSubjects } from '../payment-subjects.js';
import { OPEN_STATUSES } from '../transactions/payment-transitions.js';
import { ApplyAttemptOutcomeService } from './apply-attempt-outcome.service.js';
import { CodeLog } from './code-log.js';
import { liveAttempt } from './lock-attempt.js';
import { StartCalls } from './start-calls.js';
import { startedAttempt } from './started-attempt.js';

/** A code is good for 120 seconds, and the payer has 60 to confirm: after that nothing comes of one that was not answered. */
const OPEN_CODE_LASTS_MS = 180_000;

interface Recorded {
  row: PaymentTransaction;
  attempt: PaymentAttempt;
  connector: ChannelConnector;
  reference: string;
}

/** The payer types a BLIK code into an attempt that waits for one. Up to five in all attempts of a payment. */
@Injectable()
export class SubmitBlikCodeService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly subjects: PaymentSubjects,
    private readonly connectors: ChannelConnectors,
    private readonly codes: CodeLog,
    private readonly calls: StartCalls,
    private readonly applyOutcome: ApplyAttemptOutcomeService,
  ) {}

  /** @param typed six digits as text, spaces and a dash among them. A refused code is `declined`; while codes are left another may be typed. */
  async run(transactionId: string, typed: string, input: PayerInput): Promise<CheckoutResult> {
    const code = typed.replace(/[\s-]/g, '');
    if (!/^\d{6}$/.test(code)) return refused({ problem: 'code_malformed' });
    if (!isUuid(transactionId)) return refused({ problem: 'not_possible_now' });
    const recorded = await this.changes.transaction((unit) => this.record(unit, transactionId));
    if ('ok' in recorded) return recorded;
    const { row, attempt, connector, reference } = recorded;
    const call = { ...this.calls.startOf(row, attempt, payerOf(row, input)), ...startedAttempt(attempt) };
    const result = await connector.submitCode(call, { kind: 'code', reference: referenceOf(reference), code, register: null });
    return this.apply(recorded, result);
  }

  /** The code is counted before it leaves; two that are typed at once are one. */
  private async record(unit: UnitOfWork, id: string): Promise<Recorded | CheckoutRefusal> {
    const row = await unit.lock(this.subjects.payment, id);
    const now = this.clock.now();
    const attempt = row && OPEN_STATUSES.includes(row.status) && row.expiresAt > now ? await liveAttempt(unit, id) : null;
    const connector = attempt && this.connectors.named(attempt.connector);
    const takesCodes = attempt !== null && Boolean(connector?.capabilities[attempt.channel]?.submits);
    if (!row || !connector || !takesCodes || attempt.state !== 'pending') return refused({ problem: 'not_possible_now' });
    if (row.codeCount >= MAX_CODES) return refused({ problem: 'too_many_codes' });
    const open = await unit.tx.findOneBy(PaymentCode, { attemptReference: attempt.reference, state: 'open' });
    if (open && now.getTime() - open.sentAt.getTime() < OPEN_CODE_LASTS_MS) return refused({ problem: 'not_possible_now' });
    if (open) await this.codes.close(unit, [attempt], null);
    const reference = uuidv7();
    await unit.tx.insert(PaymentCode, { ...NEW_CODE, reference, attemptReference: attempt.reference, sentAt: now, updatedAt: now });
    await unit.tx.update(PaymentTransaction, { id }, { codeCount: row.codeCount + 1, updatedAt: now });
    return { row, attempt, connector, reference };
  }

  private async apply({ row, attempt, reference }: Recorded, result: AttemptResult | NotSent): Promise<CheckoutResult> {
    if (result.outcome === 'not_sent') {
      await this.takeBack(row.id, attempt, reference);
      return refused({ problem: 'channel_unreachable' });
    }
    // The answer to a code is about that code, also where the acquirer does not say so.
    const about = result.outcome === 'failed' && result.submission === null ? { ...result, submission: referenceOf(reference) } : result;
    await this.applyOutcome.run({ reference: attempt.reference }, about);
    return result.outcome === 'failed' ? refused({ problem: 'declined', reason: result.reason }) : { ok: true };
  }

  /** Nobody has seen the code, so it does not count. */
  private async takeBack(id: string, attempt: PaymentAttempt, reference: string): Promise<void> {
    await this.changes.transaction(async (unit) => {
      const row = await unit.lock(this.subjects.payment, id);
      const wasOpen = await this.codes.settle(unit, attempt.reference, reference, { state: 'not_sent' });
      if (row && wasOpen) await unit.tx.update(PaymentTransaction, { id }, { codeCount: Math.max(0, row.codeCount - 1) });
    });
  }
}

const NEW_CODE = { state: 'open', reason: null, rawCode: null } as const;
