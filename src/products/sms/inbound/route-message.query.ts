import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TtlCache } from '../../../common/ttl-cache.js';
import type { ServiceStatus } from '../../../platform/partners/services/service-status.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { findNumber, type PremiumNumber } from '../numbers/catalogue.js';
import { readSender } from '../sender.js';
import type { SmsServiceType } from '../service-type.js';
import type { InboundMessage } from './inbound-message.js';
import type { MessageRejection } from './outcome.js';

/** The service that a keyword selects. */
interface MessageTarget {
  serviceId: string;
  partnerId: string;
  status: ServiceStatus;
  type: SmsServiceType;
  shareBp: number;
  apiUrl: string | null;
  numbers: number[];
}

export type MessageRoute =
  { to: MessageTarget; number: PremiumNumber; from: string } | { refusal: MessageRejection; serviceId: string | null };

/** Less than a second, so that every process uses changed settings within a second. */
const CACHE_MS = 900;

const FIND_TARGET = {
  name: 'sms_target_by_keyword',
  text: `SELECT d.service_id AS "serviceId", s.partner_id AS "partnerId",
                CASE WHEN p.blocked_at IS NULL THEN s.status ELSE 'service_blocked' END AS status,
                d.type, d.share_bp AS "shareBp", d.api_url AS "apiUrl",
                ARRAY(SELECT number FROM sms_service_number n WHERE n.service_id = d.service_id) AS numbers
         FROM sms_service d JOIN service s ON s.id = d.service_id JOIN partner p ON p.id = s.partner_id WHERE d.keyword = $1`,
};

/** Finds the service of a message by its keyword and short number, and checks that the service can accept the message. */
@Injectable()
export class RouteMessageQuery {
  private readonly cache = new TtlCache<MessageTarget | null>(CACHE_MS);

  constructor(private readonly dataSource: DataSource) {}

  async run(message: InboundMessage): Promise<MessageRoute> {
    const keyword = keywordOf(message.text);
    const target = keyword === null ? null : await this.findTarget(keyword);
    const rejectWith = (rejection: MessageRejection): MessageRoute => ({ refusal: rejection, serviceId: target?.serviceId ?? null });
    const from = readSender(message.from);
    const number = findNumber(message.to);
    if (from === null) return rejectWith('sender_unusable');
    if (!number) return rejectWith('number_unknown');
    if (!target) return rejectWith('keyword_unknown');
    if (!target.numbers.includes(number.number)) return rejectWith('number_not_of_service');
    if (target.status !== 'service_active') return rejectWith('service_not_active');
    return { to: target, number, from };
  }

  private findTarget(keyword: string): Promise<MessageTarget | null> {
    return this.cache.get(
      keyword,
      async () => (await runNamed<MessageTarget & object>(this.dataSource, FIND_TARGET, [keyword]))[0] ?? null,
    );
  }
}

const KEYWORD = /^\s*([a-z0-9_-]{1,32}\.[a-z0-9_-]{1,32})(?=[.\s]|$)/i;

/**
 * The keyword at the start of a message, in lower case: `tc.sklep` for `TC.SKLEP`, `tc.sklep some text` and `Tc.Sklep.some.text`.
 * @returns null when the message does not start with two words joined by a dot.
 */
export function keywordOf(text: string): string | null {
  return KEYWORD.exec(text)?.[1]?.toLowerCase() ?? null;
}
