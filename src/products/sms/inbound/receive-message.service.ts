import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { violatedConstraint } from '../../../runtime/database/violated-constraint.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { oneTimeCode } from '../codes/one-time-code.js';
import { TakePackCodeService } from '../codes/take-pack-code.service.js';
import { AskPartnerService } from '../partner-calls/ask-partner.service.js';
import { PartnerCallStore } from '../partner-calls/partner-call-store.js';
import { type Sale, SellMessageService } from '../transactions/sell-message.service.js';
import { EarlierReply } from './earlier-reply.js';
import type { InboundMessage } from './inbound-message.js';
import type { InboundRecord } from './inbound-record.js';
import { InboundStore } from './inbound-store.js';
import type { Refusal } from './outcome.js';
import { codeReply, DEFAULT_REPLY, refusalReply } from './replies.js';
import { type Route, RouteMessageQuery } from './route-message.query.js';

type Accepted = Extract<Route, { from: string }> & { message: InboundMessage; test: boolean; at: Date };

/** What a message is answered with; null: it came before. */
type Reply = string | null;

const CODE_TRIES = 5;

/** Takes a payer's message in: written down, sold or refused, and answered, once for each id. */
@Injectable()
export class ReceiveMessageService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly routes: RouteMessageQuery,
    private readonly store: InboundStore,
    private readonly earlier: EarlierReply,
    private readonly sell: SellMessageService,
    private readonly takePackCode: TakePackCodeService,
    private readonly partnerCalls: PartnerCallStore,
    private readonly askPartner: AskPartnerService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * @param test whether the message comes from the simulated phone.
   * @returns the text for the payer; a repeated message gets the text of the first time.
   */
  async run(message: InboundMessage, test: boolean): Promise<string> {
    const at = this.clock.now();
    const route = await this.routes.run(message);
    const reply =
      'refusal' in route
        ? await this.refuse(message, route.refusal, route.serviceId, test, at)
        : await this.accept({ ...route, message, test, at });
    return reply ?? this.earlier.of(message.id);
  }

  private accept(accepted: Accepted): Promise<Reply> {
    const { type } = accepted.to;
    if (type === 'ONE_TIME_CODE') return this.sellFreshCode(accepted);
    return type === 'CODE_PACK' ? this.sellPackCode(accepted) : this.sellPartnersAnswer(accepted);
  }

  private async refuse(message: InboundMessage, refusal: Refusal, serviceId: string | null, test: boolean, at: Date): Promise<Reply> {
    const reply = refusalReply(refusal);
    return (await this.store.claim(this.dataSource, { message, outcome: refusal, serviceId, reply, test, at })) ? reply : null;
  }

  private async sellFreshCode(accepted: Accepted): Promise<Reply> {
    for (let tries = 1; ; tries += 1) {
      const code = oneTimeCode();
      const reply = codeReply(code);
      try {
        const sold = await this.dataSource.transaction((tx) => this.sell.claimAndRun(tx, matched(accepted, reply), saleOf(accepted, code)));
        return sold === null ? null : reply;
      } catch (error) {
        if (violatedConstraint(error) !== 'sms_transaction_code_once' || tries === CODE_TRIES) throw error;
      }
    }
  }

  private sellPackCode(accepted: Accepted): Promise<Reply> {
    const { message, to, at } = accepted;
    return this.dataSource.transaction(async (tx) => {
      // Claimed before a code is looked for: a repetition must not hold the last code while the first looks for one.
      if (!(await this.store.claim(tx, matched(accepted, null)))) return null;
      const code = await this.takePackCode.run(tx, to.serviceId, message.id, at);
      const reply = code === null ? refusalReply('pack_empty') : codeReply(code);
      await this.store.settle(tx, message.id, code === null ? 'pack_empty' : 'matched', reply);
      if (code === null) this.log.warn({ serviceId: to.serviceId }, 'a message was refused: the pack of codes is empty');
      else await this.sell.run(tx, saleOf(accepted, code));
      return reply;
    });
  }

  private async sellPartnersAnswer(accepted: Accepted): Promise<Reply> {
    const { message } = accepted;
    const transactionId = await this.dataSource.transaction(async (tx) => {
      if (!(await this.store.claim(tx, matched(accepted, null)))) return null;
      const id = await this.sell.run(tx, saleOf(accepted, ''));
      await this.partnerCalls.open(tx, id);
      return id;
    });
    if (transactionId === null) return null;
    const answer = await this.askPartner.run(transactionId);
    const reply = await this.store.answer(message.id, answer ?? DEFAULT_REPLY);
    this.earlier.isKnown(message.id);
    return reply;
  }
}

function matched({ message, to, test, at }: Accepted, reply: string | null): InboundRecord {
  return { message, outcome: 'matched', serviceId: to.serviceId, reply, test, at };
}

function saleOf({ message, to, number, from, test, at }: Accepted, code: string): Sale {
  return { service: to, number, messageId: message.id, from, code, test, sentAt: message.sentAt ?? at, at };
}
