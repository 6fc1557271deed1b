import { v7 as uuidv7 } from 'uuid';
import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { type EventBody, eventBody, type EventObject } from './event-body.js';

export interface TypedNotification {
  type: string;
  /** Business time, sent as `date`. */
  at: Date;
  /** Time zone of the printed timestamps. */
  zone: string;
  data: EventObject;
  /** Id of the notification. A new UUID by default. */
  id?: string;
}

/** The body of a notification with a type, in the order of the signature: type, notification_id, date, data. */
export function typedNotification({ type, at, zone, data, id = uuidv7() }: TypedNotification): EventBody {
  return eventBody({ type, notification_id: id, date: formatTimestamp(at, zone), data });
}

/** Makes the class that documents a notification with a type. Its fields are in the order of the signature. @param data class of `data`. */
export function typedNotificationBody<Data>(name: string, data: Type<Data>) {
  abstract class TypedNotificationBody {
    @ApiProperty({ enum: [name] })
    type: string;

    @ApiProperty({ format: 'uuid' })
    notification_id: string;

    @ApiProperty({ type: String, format: 'date-time' })
    date: string;

    @ApiProperty({ type: data })
    data: Data;

    @ApiProperty({ pattern: '^[0-9a-f]{64}$', description: 'Of everything before it, in its order.' })
    signature: string;
  }
  return TypedNotificationBody;
}
