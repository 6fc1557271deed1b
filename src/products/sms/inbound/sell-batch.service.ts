import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Batcher } from '../../../runtime/database/batcher.js';
import { inStatementSpan } from '../../../runtime/database/statement-span.js';
import { retryIndividually } from '../../../runtime/database/retry-individually.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import type { SmsInbound } from './sms-inbound.entity.js';
import { CLAIM_AND_SELL } from './sale-statements.js';
import { type MessageSale, SellMessageService } from './sell-message.service.js';

interface SoldMessage {
  message: SmsInbound;
  sale: MessageSale;
}

const MESSAGES_AT_ONCE = 64;

/**
 * Sells messages whose reply is known beforehand. Messages of one partner that come at the same moment share a database transaction, because they
 * would wait for each other at the partner's wallet. No partner waits for another.
 */
@Injectable()
export class SellBatchService {
  private readonly ofPartner = new Map<string, Batcher<SoldMessage, boolean>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly sellMessage: SellMessageService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @returns false when the message came before; nothing is written then. */
  run(message: SmsInbound, sale: MessageSale): Promise<boolean> {
    // Each message gets a span of its own, although the statement is shared.
    return inStatementSpan(CLAIM_AND_SELL.name, async () => {
      const sold = { message, sale };
      return (await this.batcherOf(sale.partnerId).ask(sold)) ?? (await this.sell([sold])).has(message.messageId);
    });
  }

  private batcherOf(partnerId: string): Batcher<SoldMessage, boolean> {
    const known = this.ofPartner.get(partnerId);
    if (known) return known;
    const batcher = new Batcher<SoldMessage, boolean>(
      (messages) => this.sellTogether(messages),
      MESSAGES_AT_ONCE,
      retryIndividually(this.log, 'sold messages'),
    );
    this.ofPartner.set(partnerId, batcher);
    return batcher;
  }

  private async sellTogether(messages: SoldMessage[]): Promise<(boolean | undefined)[]> {
    const firsts = new Map(messages.toReversed().map((sold) => [sold.message.messageId, sold]));
    const sold = await this.sell([...firsts.values()]);
    // A message that is twice in the batch is tried again alone, which shows that it came before.
    return messages.map((one) => (firsts.get(one.message.messageId) === one ? sold.has(one.message.messageId) : undefined));
  }

  /** @returns ids of the messages that were sold. */
  private sell(messages: SoldMessage[]): Promise<Set<string>> {
    return this.dataSource.transaction((tx) =>
      this.sellMessage.claimAndRun(
        tx,
        messages.map(({ message }) => message),
        messages.map(({ sale }) => sale),
      ),
    );
  }
}
