import { Injectable } from '@nestjs/common';
import { amountToNumber } from '../../common/money/amount.js';
import { formatTimestamp } from '../../common/time/timestamp.js';
import type { AccessRequest } from '../../platform/access/caller.js';
import { RequestedValueQuery } from '../../products/direct-billing/transactions/requested-value.query.js';
import { MessageOfCodeQuery } from '../../products/sms/transactions/message-of-code.query.js';
import { Environment } from '../../runtime/config/environment.js';
import { isJson, type Json } from '../json.js';
import type { CodeMessage, CreatedValue, Facts, FactsKind } from './facts.js';

const TYPES = { gross: 'Gross', net: 'Net', required: 'Required' } as const;

/** Looks up values that the strict response lacks. It does so for new and for stored responses. */
@Injectable()
export class LookUpFactsService {
  constructor(
    private readonly values: RequestedValueQuery,
    private readonly messages: MessageOfCodeQuery,
    private readonly environment: Environment,
  ) {}

  async of(kinds: readonly FactsKind[], { service }: AccessRequest, { data }: Json): Promise<Facts> {
    if (!service || !isJson(data)) return {};
    const [created, message] = [
      kinds.includes('created') ? await this.created(service.id, String(data['id'])) : null,
      kinds.includes('message') ? await this.message(service.id, String(data['code'])) : null,
    ];
    return { ...(created && { created }), ...(message && { message }) };
  }

  private async created(serviceId: string, transactionId: string): Promise<CreatedValue | null> {
    const requested = await this.values.of(serviceId, transactionId);
    return requested && { value: amountToNumber(requested.amountMinor), type: TYPES[requested.amountType] };
  }

  private async message(serviceId: string, code: string): Promise<CodeMessage | null> {
    const found = await this.messages.of(serviceId, code);
    return found && { id: Number(found.id), send_at: formatTimestamp(found.sentAt, this.environment.app.displayTimeZone) };
  }
}
