import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { timesRatioHalfUp, HUNDRED_PERCENT_BP } from '../../../common/money/ratio.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { violatedConstraint } from '../../../runtime/database/violated-constraint.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { oneTimeCode } from '../codes/one-time-code.js';
import { AllocatePackCodeService } from '../codes/allocate-pack-code.service.js';
import type { SmsInbound } from './sms-inbound.entity.js';
import { CallPartnerService } from '../partner-calls/call-partner.service.js';
import { PartnerCallStore } from '../partner-calls/partner-call-store.js';
import { type SmsTransactionDraft, InsertSmsTransactionService } from './insert-sms-transaction.service.js';
import { BatchSmsTransactionsService } from './batch-sms-transactions.service.js';
import { PreviousReply } from './previous-reply.js';
import type { InboundMessage } from './inbound-message.js';
import { InboundStore } from './inbound-store.js';
import type { MessageRejection } from './outcome.js';
import { codeReply, DEFAULT_REPLY, rejectionReply } from './replies.js';
import { type MessageRoute, RouteMessageQuery } from './route-message.query.js';

type AcceptedMessage = Extract<MessageRoute, { from: string }> & { message: InboundMessage; test: boolean; receivedAt: Date };

/** The text for the payer. null when the message is a repetition. */
type Reply = string | null;

/** A new code is random and may already exist. Then another one is tried. */
const MAX_CODE_TRIES = 5;

/** Receives a payer's message: stores it, accepts or rejects it, and returns the reply, once per id of the SMS gateway. */
@Injectable()
export class ReceiveMessageService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly routes: RouteMessageQuery,
    private readonly store: InboundStore,
    private readonly previousReply: PreviousReply,
    private readonly insertTransaction: InsertSmsTransactionService,
    private readonly batchTransactions: BatchSmsTransactionsService,
    private readonly allocatePackCode: AllocatePackCodeService,
    private readonly partnerCalls: PartnerCallStore,
    private readonly callPartner: CallPartnerService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * @param test whether the message comes from the simulated phone.
   * @returns the text for the payer. A repeated message gets the text of the first one.
   */
  async run(message: InboundMessage, test: boolean): Promise<string> {
    const receivedAt = this.clock.now();
    const route = await this.routes.run(message);
    const reply =
      'refusal' in route
        ? await this.reject(message, route.refusal, route.serviceId, test, receivedAt)
        : await this.accept({ ...route, message, test, receivedAt });
    return reply ?? this.previousReply.waitFor(message.id);
  }

  private accept(accepted: AcceptedMessage): Promise<Reply> {
    const { type } = accepted.to;
    if (type === 'ONE_TIME_CODE') return this.acceptWithNewCode(accepted);
    return type === 'CODE_PACK' ? this.acceptWithPackCode(accepted) : this.acceptWithPartnerReply(accepted);
  }

  private async reject(
    message: InboundMessage,
    rejection: MessageRejection,
    serviceId: string | null,
    test: boolean,
    receivedAt: Date,
  ): Promise<Reply> {
    const reply = rejectionReply(rejection);
    return (await this.store.claim(this.dataSource, { ...toInboundRow(message, test, receivedAt), outcome: rejection, serviceId, reply }))
      ? reply
      : null;
  }

  private async acceptWithNewCode(accepted: AcceptedMessage): Promise<Reply> {
    for (let tries = 1; ; tries += 1) {
      const code = oneTimeCode();
      const reply = codeReply(code);
      try {
        return (await this.batchTransactions.run(matchedRow(accepted, reply), toTransaction(accepted, code))) ? reply : null;
      } catch (error) {
        if (violatedConstraint(error) !== 'sms_transaction_code_once' || tries === MAX_CODE_TRIES) throw error;
      }
    }
  }

  private acceptWithPackCode(accepted: AcceptedMessage): Promise<Reply> {
    const { message, to: target, receivedAt } = accepted;
    return this.dataSource.transaction(async (tx) => {
      // The message is claimed before a code is allocated. Otherwise a repetition could lock the last code, and the first message would find none.
      if (!(await this.store.claim(tx, matchedRow(accepted, null)))) return null;
      const code = await this.allocatePackCode.run(tx, target.serviceId, message.id, receivedAt);
      const reply = code === null ? rejectionReply('pack_empty') : codeReply(code);
      await this.store.storeOutcome(tx, message.id, code === null ? 'pack_empty' : 'matched', reply);
      if (code === null)
        this.log.warn({ serviceId: target.serviceId }, 'A message was rejected: the code pack is empty. Upload more codes.');
      else await this.insertTransaction.run(tx, toTransaction(accepted, code));
      return reply;
    });
  }

  private async acceptWithPartnerReply(accepted: AcceptedMessage): Promise<Reply> {
    const { message } = accepted;
    const transactionId = await this.dataSource.transaction(async (tx) => {
      if (!(await this.store.claim(tx, matchedRow(accepted, null)))) return null;
      const id = await this.insertTransaction.run(tx, toTransaction(accepted, ''));
      await this.partnerCalls.open(tx, id);
      return id;
    });
    if (transactionId === null) return null;
    const partnerReply = await this.callPartner.run(transactionId);
    const reply = await this.store.storeReply(message.id, partnerReply ?? DEFAULT_REPLY);
    this.previousReply.endWait(message.id);
    return reply;
  }
}

function toInboundRow(
  { id, from, to, text, sentAt }: InboundMessage,
  test: boolean,
  receivedAt: Date,
): Omit<SmsInbound, 'outcome' | 'serviceId' | 'reply'> {
  return { messageId: id, fromNumber: from, sendNumber: to, text, sentAt: sentAt ?? receivedAt, receivedAt, test };
}

function matchedRow({ message, to: target, test, receivedAt }: AcceptedMessage, reply: string | null): SmsInbound {
  return { ...toInboundRow(message, test, receivedAt), outcome: 'matched', serviceId: target.serviceId, reply };
}

function toTransaction({ message, to: target, number, from, test, receivedAt }: AcceptedMessage, code: string): SmsTransactionDraft {
  const { number: sendNumber, netMinor, grossMinor } = number;
  return {
    partnerId: target.partnerId,
    serviceId: target.serviceId,
    messageId: message.id,
    fromNumber: from,
    sendNumber,
    code,
    test,
    netMinor,
    grossMinor,
    partnerMinor: timesRatioHalfUp(netMinor, target.shareBp, HUNDRED_PERCENT_BP),
    sentAt: message.sentAt ?? receivedAt,
    createdAt: receivedAt,
  };
}
