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
} from './sms-transaction-statements.js';

/** A new transaction, and the partner who gets the money. */
export interface SmsTransactionDraft extends NewSmsTransaction {
  partnerId: string;
}

/** Writes the SMS transactions of messages with the list's counters and the ledger entries, in the caller's database transaction. */
@Injectable()
export class InsertSmsTransactionService {
  constructor(private readonly ledger: Ledger) {}

  /** The caller has claimed the message in the same database transaction. @returns id of the SMS transaction. */
  async run(tx: EntityManager, transaction: SmsTransactionDraft): Promise<string> {
    const [inserted] = await runNamed<InsertedTransaction & object>(tx, INSERT_SMS_TRANSACTIONS, SMS_TRANSACTIONS.values([transaction]));
    if (!inserted) throw new Error('The insert of an SMS transaction returned no row');
    await this.book(tx, [inserted], [transaction]);
    return inserted.id;
  }

  /** Claims messages and inserts their transactions in one statement. @returns ids of the claimed messages. The others are repetitions. */
  async claimAndInsert(
    tx: EntityManager,
    messages: readonly SmsInbound[],
    transactions: readonly SmsTransactionDraft[],
  ): Promise<Set<string>> {
    const inserted = await runNamed<InsertedTransaction & object>(tx, CLAIM_AND_INSERT_SMS_TRANSACTIONS, [
      ...MESSAGES.values(messages),
      ...SMS_TRANSACTIONS.values(transactions),
    ]);
    if (inserted.length > 0) await this.book(tx, inserted, transactions);
    return new Set(inserted.map(({ messageId }) => messageId));
  }

  /** Posts the ledger entries. Must come last in the database transaction, because the wallet row is the most contended lock. */
  private async book(
    tx: EntityManager,
    inserted: readonly InsertedTransaction[],
    transactions: readonly SmsTransactionDraft[],
  ): Promise<void> {
    const idByMessageId = new Map(inserted.map(({ id, messageId }) => [messageId, id]));
    const entries = transactions.flatMap((transaction) => {
      const transactionId = idByMessageId.get(transaction.messageId);
      return transactionId === undefined ? [] : [receivedEntry({ ...transaction, transactionId, at: transaction.createdAt })];
    });
    await this.ledger.postAll(tx, entries);
  }
}
