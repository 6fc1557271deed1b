import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { timesRatioHalfUp, WHOLE_BP } from '../../common/money/ratio.js';
import { runNamed } from '../../database/named-query.js';
import { Ledger } from '../../ledger/ledger.service.js';
import { ListingCounters } from '../../listing/listing-counters.js';
import { receivedEntry } from '../ledger-entries.js';
import type { PremiumNumber } from '../numbers/catalogue.js';
import { smsTransactionList, usedStatus } from './transaction-list.js';

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

const INSERT = {
  name: 'sms_transaction_insert',
  text: `INSERT INTO sms_transaction (service_id, message_id, from_number, send_number, code, test, net_minor, gross_minor, partner_minor, sent_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
};

/** Writes a sold message: its transaction, the counters and the ledger entry, in the caller's transaction. */
@Injectable()
export class SellMessageService {
  constructor(
    private readonly counters: ListingCounters,
    private readonly ledger: Ledger,
  ) {}

  /** @returns id of the transaction. */
  async run(tx: EntityManager, { service, number, messageId, from, code, test, sentAt, at }: Sale): Promise<string> {
    const { netMinor, grossMinor } = number;
    const partnerMinor = timesRatioHalfUp(netMinor, service.shareBp, WHOLE_BP);
    const values = [service.serviceId, messageId, from, number.number, code, test, netMinor, grossMinor, partnerMinor, sentAt, at];
    const [row] = await runNamed<{ id: string }>(tx, INSERT, values);
    if (!row) throw new Error('The insert of an SMS transaction answered nothing');
    await this.counters.change(tx, [{ list: smsTransactionList(service.serviceId), status: usedStatus(false), createdAt: at, by: 1 }]);
    // The wallet's row comes last: it is the most contended lock of the transaction.
    await this.ledger.post(
      tx,
      receivedEntry({ transactionId: row.id, partnerId: service.partnerId, grossMinor, netMinor, partnerMinor, at }),
    );
    return row.id;
  }
}
