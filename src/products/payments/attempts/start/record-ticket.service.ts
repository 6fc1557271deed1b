import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { AcquirerConnector } from '../../../../connectors/acquirers/port/acquirer-connector.js';
import { AcquirerConnectors } from '../../../../connectors/acquirers/port/acquirer-connectors.js';
import { uuidToReference, referenceToUuid } from '../../../../common/reference.js';
import type { NewAlias } from '../../../../connectors/acquirers/port/submission.js';
import { isSelling } from '../../../../platform/partners/services/is-selling.js';
import type { UnitOfWork } from '../../../../platform/changes/unit-of-work.js';
import { activeTraceParent } from '../../../../runtime/tracing/trace-parent.js';
import { insertAlias } from '../../blik-aliases/new-alias.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import { PaymentCode } from '../codes/payment-code.entity.js';
import { PaymentTransaction } from '../../payments/payment-transaction.entity.js';
import { MAX_BLIK_CODES } from '../../payment-methods/limits.js';
import { PAYMENT } from '../payment-subject.js';
import { OPEN_STATUSES } from '../../payments/states.js';
import { PollSchedule } from '../../../../platform/remote-operations/poll-schedule.js';
import { CodeLog } from '../codes/code-log.js';
import { findLiveAttempt } from '../lock-attempt.js';
import { type Ticket, type TicketRejection, ticketRejection } from '../ticket.js';

/** A code is valid for 120 seconds, and the payer has 60 more to confirm. A code without an outcome by then has no effect. */
const OPEN_CODE_LIFETIME_MS = 180_000;

export interface RecordedTicket {
  row: PaymentTransaction;
  attempt: PaymentAttempt;
  connector: AcquirerConnector;
  /** The ticket's reference at the acquirer. */
  reference: string;
  /** The alias that the code registers, in the form for the acquirer. */
  registers: NewAlias | null;
}

/** Records a ticket, and the alias that a code registers, before the ticket is sent to the acquirer. */
@Injectable()
export class RecordTicketService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly connectors: AcquirerConnectors,
    private readonly schedule: PollSchedule,
    private readonly codes: CodeLog,
  ) {}

  /**
   * A ticket counts before it is sent. A payment has up to `MAX_BLIK_CODES` tickets in all its attempts together. Of two concurrent tickets
   * one is rejected.
   */
  async run(unit: UnitOfWork, id: string, ticket: Ticket, requestKey: string | null): Promise<RecordedTicket | TicketRejection> {
    const row = await unit.lock(PAYMENT, id);
    const now = this.clock.now();
    if (!row || !OPEN_STATUSES.includes(row.status) || row.expiresAt <= now) return ticketRejection({ problem: 'not_open' });
    const attempt = await findLiveAttempt(unit, id);
    const connector = attempt && this.connectors.find(attempt.connector);
    const ticketCapabilities = (attempt && connector?.capabilities[attempt.channel]?.submits) ?? null;
    if (!connector || !ticketCapabilities || attempt.state !== 'pending') return ticketRejection({ problem: 'in_progress' });
    const isSupported = ticket.kind === 'alias' ? ticketCapabilities.alias : ticket.register === null || connector.aliases !== null;
    if (!isSupported) return ticketRejection({ problem: 'declined', reason: 'not_supported', alternatives: [] });
    if (!(await isSelling(unit.tx, row.serviceId))) return ticketRejection({ problem: 'service_closed' });
    if (row.codeCount >= MAX_BLIK_CODES) return ticketRejection({ problem: 'too_many_codes' });
    if (await this.hasOpenCode(unit, attempt, now)) return ticketRejection({ problem: 'in_progress' });
    const reference = uuidv7();
    const registers = ticket.kind === 'code' && ticket.register ? await this.storeNewAlias(unit, attempt, ticket.register, now) : null;
    const aliasId = ticket.kind === 'alias' ? ticket.alias.id : null;
    const submitted = { attemptReference: attempt.reference, requestKey, sentAt: now, updatedAt: now };
    await unit.tx.insert(PaymentCode, {
      ...NEW_CODE,
      ...submitted,
      reference,
      registersAliasId: registers && referenceToUuid(registers.reference),
      aliasId,
    });
    await unit.tx.update(PaymentTransaction, { id }, { codeCount: row.codeCount + 1, updatedAt: now });
    return { row, attempt, connector, reference, registers };
  }

  /** Closes an open code whose time is over. @returns whether a code is still open. */
  private async hasOpenCode(unit: UnitOfWork, attempt: PaymentAttempt, now: Date): Promise<boolean> {
    const openCode = await unit.tx.findOneBy(PaymentCode, { attemptReference: attempt.reference, state: 'open' });
    if (openCode && now.getTime() - openCode.sentAt.getTime() < OPEN_CODE_LIFETIME_MS) return true;
    if (openCode) await this.codes.closeOpenCodes(unit, [attempt]);
    return false;
  }

  private async storeNewAlias(
    unit: UnitOfWork,
    { serviceId, connector, test, transactionId }: PaymentAttempt,
    { value, label }: { value: string; label: string },
    now: Date,
  ): Promise<NewAlias> {
    const id = uuidv7();
    const nextPollAt = this.schedule.firstPollAt(now);
    const traceParent = activeTraceParent();
    const wireValue = await insertAlias(unit, {
      id,
      serviceId,
      type: 'UID',
      value,
      label,
      connector,
      test,
      transactionId,
      nextPollAt,
      traceParent,
      createdAt: now,
    });
    return { reference: uuidToReference(id), value: wireValue, label };
  }
}

const NEW_CODE = { state: 'open', reason: null, rawCode: null } as const;
