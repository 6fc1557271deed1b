import { ApiProperty } from '@nestjs/swagger';
import { formatTimestamp } from '../../common/time/timestamp.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../webhooks/inspection/delivery-view.js';
import type { FeedEvent } from '../webhooks/inspection/event-feed.query.js';

export class EventDeliveryResponse {
  @ApiProperty({
    enum: DELIVERY_STATUSES,
    description: '`exhausted`: all tries failed. `stopped`: your program answered 410. `unaddressed`: the service had no address.',
  })
  status: DeliveryStatus;

  @ApiProperty({ type: 'integer', example: 1 })
  attempts: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  next_attempt_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  acknowledged_at: string | null;
}

/** A notification with the state of its delivery. */
export class EventResponse {
  @ApiProperty({ format: 'uuid', description: 'The `webhook-id` of its delivery: act on each once, however it came.' })
  id: string;

  @ApiProperty({ example: 'transaction:status_changed' })
  type: string;

  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: 'e65c7519' })
  service_id: string;

  @ApiProperty({ format: 'date-time', description: 'When what it tells of happened.' })
  occurred_at: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example:
      '{"type":"ipn:test","notification_id":"019736c4-50c3-7108-944c-11a0f9c12b72","date":"2025-06-03T19:08:44+02:00","data":{"service_id":"e65c7519","nonce":"abc"},"signature":"5e5edabf13049eafbba65ee1487723a51e21e66192452ff74e186e8ff57638b5"}',
    description: 'The text that is sent, with the signature. Null once personal data was erased from it.',
  })
  body: string | null;

  @ApiProperty({ type: EventDeliveryResponse })
  delivery: EventDeliveryResponse;

  static from(event: FeedEvent, zone: string): EventResponse {
    const formatTime = (moment: Date | null): string | null => moment && formatTimestamp(moment, zone);
    return {
      id: event.id,
      type: event.type,
      service_id: event.serviceId,
      occurred_at: formatTimestamp(event.occurredAt, zone),
      created_at: formatTimestamp(event.createdAt, zone),
      body: event.body,
      delivery: {
        status: event.status,
        attempts: event.attemptCount,
        next_attempt_at: formatTime(event.nextAttemptAt),
        acknowledged_at: formatTime(event.acknowledgedAt),
      },
    };
  }
}
