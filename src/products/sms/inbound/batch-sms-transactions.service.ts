import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Batcher } from '../../../runtime/database/batcher.js';
import { inStatementSpan } from '../../../runtime/database/statement-span.js';
import { retryIndividually } from '../../../runtime/database/retry-individually.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import type { SmsInbound } from './sms-inbound.entity.js';
import { CLAIM_AND_INSERT_SMS_TRANSACTIONS } from './sms-transaction-statements.js';
import { type SmsTransactionDraft, InsertSmsTransactionService } from './insert-sms-transaction.service.js';

interface BatchItem {
  message: SmsInbound;
  transaction: SmsTransactionDraft;
}

const MAX_BATCH_SIZE = 64;

/**
 * Claims messages and inserts their SMS transactions, for messages whose reply is known before the insert. Concurrent messages of one
 * partner share a database transaction, because separate ones would wait for each other's lock of the wallet. Each partner has its own
 * batcher, so that no partner waits for another.
 */
@Injectable()
export class BatchSmsTransactionsService {
  private readonly batcherByPartner = new Map<string, Batcher<BatchItem, boolean>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly insertTransaction: InsertSmsTransactionService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @returns false when the message is a repetition. Nothing is written then. */
  run(message: SmsInbound, transaction: SmsTransactionDraft): Promise<boolean> {
    // Each message gets a span of its own, although the statement is shared.
    return inStatementSpan(CLAIM_AND_INSERT_SMS_TRANSACTIONS.name, async () => {
      const item = { message, transaction };
      // The batch returned `undefined` for a second copy of a message in the same batch.
      return (await this.batcherOf(transaction.partnerId).query(item)) ?? (await this.insert([item])).has(message.messageId);
    });
  }

  private batcherOf(partnerId: string): Batcher<BatchItem, boolean> {
    const existing = this.batcherByPartner.get(partnerId);
    if (existing) return existing;
    const batcher = new Batcher<BatchItem, boolean>(
      (items) => this.insertBatch(items),
      MAX_BATCH_SIZE,
      retryIndividually(this.log, 'sold messages'),
    );
    this.batcherByPartner.set(partnerId, batcher);
    return batcher;
  }

  private async insertBatch(items: BatchItem[]): Promise<(boolean | undefined)[]> {
    const firstByMessageId = new Map(items.toReversed().map((item) => [item.message.messageId, item]));
    const insertedIds = await this.insert([...firstByMessageId.values()]);
    // A message that is in the batch twice gets one transaction. After `undefined`, `run` inserts the second copy alone and finds its id
    // claimed.
    return items.map((item) =>
      firstByMessageId.get(item.message.messageId) === item ? insertedIds.has(item.message.messageId) : undefined,
    );
  }

  /** @returns ids of the claimed messages. */
  private insert(items: BatchItem[]): Promise<Set<string>> {
    return this.dataSource.transaction((tx) =>
      this.insertTransaction.claimAndInsert(
        tx,
        items.map(({ message }) => message),
        items.map(({ transaction }) => transaction),
      ),
    );
  }
}
