import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Batcher } from '../../../runtime/database/batcher.js';
import { inStatementSpan } from '../../../runtime/database/statement-span.js';
import { retryIndividually } from '../../../runtime/database/retry-individually.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import type { SmsInbound } from './sms-inbound.entity.js';
import { CLAIM_AND_INSERT_SMS_TRANSACTIONS } from './sale-statements.js';
import { type MessageSale, SellMessageService } from './sell-message.service.js';

interface SoldMessage {
  message: SmsInbound;
  sale: MessageSale;
}

const MAX_BATCH = 64;

/**
 * Sells messages whose reply is known before the sale. Concurrent messages of one partner share a database transaction, because separate ones
 * would wait for each other's lock of the wallet. Each partner has a batcher of its own, so that no partner waits for another.
 */
@Injectable()
export class SellBatchService {
  private readonly ofPartner = new Map<string, Batcher<SoldMessage, boolean>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly sellMessage: SellMessageService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @returns false when the message is a repetition; nothing is written then. */
  run(message: SmsInbound, sale: MessageSale): Promise<boolean> {
    // Each message gets a span of its own, although the statement is shared.
    return inStatementSpan(CLAIM_AND_INSERT_SMS_TRANSACTIONS.name, async () => {
      const sold = { message, sale };
      return (await this.batcherOf(sale.partnerId).ask(sold)) ?? (await this.sell([sold])).has(message.messageId);
    });
  }

  private batcherOf(partnerId: string): Batcher<SoldMessage, boolean> {
    const known = this.ofPartner.get(partnerId);
    if (known) return known;
    const batcher = new Batcher<SoldMessage, boolean>(
      (messages) => this.sellTogether(messages),
      MAX_BATCH,
      retryIndividually(this.log, 'sold messages'),
    );
    this.ofPartner.set(partnerId, batcher);
    return batcher;
  }

  private async sellTogether(messages: SoldMessage[]): Promise<(boolean | undefined)[]> {
    const firsts = new Map(messages.toReversed().map((sold) => [sold.message.messageId, sold]));
    const sold = await this.sell([...firsts.values()]);
    // A message that is in the batch twice is sold once. `undefined` makes its second copy run alone, which finds the id already claimed.
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
