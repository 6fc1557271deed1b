import { Injectable } from '@nestjs/common';
import { amountToNumber } from '../../common/money/amount.js';
import { formatTimestamp } from '../../common/time/timestamp.js';
import type { AccessRequest } from '../../platform/access/caller.js';
import { DirectBillingTransactionQueries } from '../../products/direct-billing/transactions/transaction.queries.js';
import { SmsTransactionQueries } from '../../products/sms/transactions/transaction.queries.js';
import { Environment } from '../../runtime/config/environment.js';
import { isJson, type Json } from '../json.js';
import type { CodeMessage, CreatedValue, Facts, FactsKind } from './facts.js';

const VALUE_TYPES = { gross: 'Gross', net: 'Net', required: 'Required' } as const;

/** Looks up values that the strict response lacks, for new responses and for stored responses of repeated requests. */
@Injectable()
export class LookUpFactsService {
  constructor(
    private readonly directBilling: DirectBillingTransactionQueries,
    private readonly sms: SmsTransactionQueries,
    private readonly environment: Environment,
  ) {}

  async findFacts(kinds: readonly FactsKind[], { service }: AccessRequest, { data }: Json): Promise<Facts> {
    if (!service || !isJson(data)) return {};
    const [created, message] = [
      kinds.includes('created') ? await this.findCreatedValue(service.id, String(data['id'])) : null,
      kinds.includes('message') ? await this.findCodeMessage(service.id, String(data['code'])) : null,
    ];
    return { ...(created && { created }), ...(message && { message }) };
  }

  private async findCreatedValue(serviceId: string, transactionId: string): Promise<CreatedValue | null> {
    const requested = await this.directBilling.requestedAmount(serviceId, transactionId);
    return requested && { value: amountToNumber(requested.amountMinor), type: VALUE_TYPES[requested.amountType] };
  }

  private async findCodeMessage(serviceId: string, code: string): Promise<CodeMessage | null> {
    const message = await this.sms.messageOfCode(serviceId, code);
    return message && { id: Number(message.id), send_at: formatTimestamp(message.sentAt, this.environment.app.displayTimeZone) };
  }
}
