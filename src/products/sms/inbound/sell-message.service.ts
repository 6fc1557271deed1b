import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import { Ledger } from '../../../platform/ledger/ledger.service.js';
import type { SmsInbound } from './sms-inbound.entity.js';
import { MESSAGES } from './claim-statement.js';
import { receivedEntry } from '../ledger-entries.js';
import {
  CLAIM_AND_INSERT_SMS_TRANSACTIONS,
  type NewSmsTransaction,
  SMS_TRANSACTIONS,
  INSERT_SMS_TRANSACTIONS,
  type InsertedTransaction,
} from './sale-statements.js';

/** The transaction of a message that is sold, and the partner who gets the money. */
export interface MessageSale extends NewSmsTransaction {
  partnerId: string;
}

/** Writes the transactions, counters and ledger entries of sold messages, in the caller's transaction. */
@Injectable()
export class SellMessageService {
  constructor(private readonly ledger: Ledger) {}

  /** @param sale of a message that is claimed in the same database transaction. @returns id of the SMS transaction. */
  async run(tx: EntityManager, sale: MessageSale): Promise<string> {
    const [sold] = await runNamed<InsertedTransaction & object>(tx, INSERT_SMS_TRANSACTIONS, SMS_TRANSACTIONS.values([sale]));
    if (!sold) throw new Error('The insert of an SMS transaction returned no row');
    await this.book(tx, [sold], [sale]);
    return sold.id;
  }

  /** Claims and sells in one statement. @returns ids of the messages that were sold; the other messages are repetitions. */
  async claimAndRun(tx: EntityManager, messages: readonly SmsInbound[], sales: readonly MessageSale[]): Promise<Set<string>> {
    const sold = await runNamed<InsertedTransaction & object>(tx, CLAIM_AND_INSERT_SMS_TRANSACTIONS, [
      ...MESSAGES.values(messages),
      ...SMS_TRANSACTIONS.values(sales),
    ]);
    if (sold.length > 0) await this.book(tx, sold, sales);
    return new Set(sold.map(({ messageId }) => messageId));
  }

  /** Posted last, because the wallet row is the most contended lock. */
  private async book(tx: EntityManager, sold: readonly InsertedTransaction[], sales: readonly MessageSale[]): Promise<void> {
    const idOf = new Map(sold.map(({ id, messageId }) => [messageId, id]));
    const entries = sales.flatMap((sale) => {
      const transactionId = idOf.get(sale.messageId);
      return transactionId === undefined ? [] : [receivedEntry({ ...sale, transactionId, at: sale.createdAt })];
    });
    await this.ledger.postAll(tx, entries);
  }
}
