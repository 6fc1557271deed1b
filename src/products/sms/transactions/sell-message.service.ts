import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { timesRatioHalfUp, WHOLE_BP } from '../../../common/money/ratio.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { Ledger } from '../../../platform/ledger/ledger.service.js';
import { receivedEntry } from '../ledger-entries.js';
import { claimValues, type InboundRecord } from '../inbound/inbound-record.js';
import type { PremiumNumber } from '../numbers/catalogue.js';
import { CLAIM_AND_SELL, SELL } from './sale-statements.js';
import { SMS_TRANSACTION_LIST } from './transaction.list.js';

export interface Sale {
  service: { serviceId: string; partnerId: string; shareBp: number };
  number: PremiumNumber;
  messageId: string;
  /** Digits only. */
  from: string;
  /** Empty where the partner's program answers. */
  code: string;
  test: boolean;
  sentAt: Date;
  at: Date;
}

/** Writes a sold message: its transaction, the counters and the ledger entry, in the caller's transaction. */
@Injectable()
export class SellMessageService {
  constructor(private readonly ledger: Ledger) {}

  /** A message that was claimed in the same transaction. @returns id of the transaction. */
  async run(tx: EntityManager, sale: Sale): Promise<string> {
    const { service, number, messageId, from, code, test, sentAt, at } = sale;
    const { netMinor, grossMinor } = number;
    const list = SMS_TRANSACTION_LIST.counter(service.serviceId);
    const values = [service.serviceId, messageId, from, number.number, code, test, netMinor, grossMinor, shareOf(sale), sentAt, at, list];
    const [row] = await runNamed<{ id: string }>(tx, SELL, values);
    if (!row) throw new Error('The insert of an SMS transaction answered nothing');
    return this.book(tx, row.id, sale);
  }

  /** Claims the message too, in one round trip. @returns null when it came before; nothing was written then. */
  async claimAndRun(tx: EntityManager, record: InboundRecord, sale: Sale): Promise<string | null> {
    const { service, number, from, code } = sale;
    const { netMinor, grossMinor } = number;
    const sold = [from, number.number, code, netMinor, grossMinor, shareOf(sale), SMS_TRANSACTION_LIST.counter(service.serviceId)];
    const [row] = await runNamed<{ id: string }>(tx, CLAIM_AND_SELL, [...claimValues(record), ...sold]);
    return row ? this.book(tx, row.id, sale) : null;
  }

  /** The wallet's row comes last: it is the most contended lock of the transaction. */
  private async book(tx: EntityManager, transactionId: string, sale: Sale): Promise<string> {
    const { netMinor, grossMinor } = sale.number;
    const { partnerId } = sale.service;
    await this.ledger.post(tx, receivedEntry({ transactionId, partnerId, grossMinor, netMinor, partnerMinor: shareOf(sale), at: sale.at }));
    return transactionId;
  }
}

function shareOf({ number, service }: Sale): number {
  return timesRatioHalfUp(number.netMinor, service.shareBp, WHOLE_BP);
}
