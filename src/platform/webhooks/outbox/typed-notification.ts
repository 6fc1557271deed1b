import type { Type } from '@nestjs/common';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { v7 as uuidv7 } from 'uuid';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { type EventBody, eventBody, type EventObject, type EventOf } from './event-body.js';
import type { NotificationKind } from '../../products/notification-kind.js';

interface Definition<Data, Subject> extends Pick<NotificationKind, 'summary' | 'causedBy'> {
  type: string;
  /**
   * Class that documents `data`, with its fields in the order of the signature. The body's schema in the OpenAPI document has the name of
   * this class without `Data` at the end.
   */
  dataClass: Type<Data>;
  /**
   * Builds `data`. Declare the result as {@link EventOf} the class, so that the compiler also rejects members that the class does not document.
   * @param zone time zone of the printed timestamps.
   */
  data: (subject: Subject, zone: string) => EventOf<NoInfer<Data>> & EventObject;
}

interface TypedNotification<Subject> extends NotificationKind {
  /** Makes the event for the outbox. @param context `at` is the business time, sent as `date`. `id` is a new UUID by default. */
  readonly event: (subject: Subject, context: { at: Date; zone: string; id?: string }) => { type: string; body: EventBody };
}

/** Declares a notification with a type: how it is documented, and how its body is built from its subject. */
export function defineNotification<Data, Subject>(definition: Definition<Data, Subject>): TypedNotification<Subject> {
  const { type, summary, causedBy, dataClass, data } = definition;
  return {
    name: type,
    summary,
    causedBy,
    body: typedBody(type, dataClass),
    event: (subject, { at, zone, id = uuidv7() }) => ({
      type,
      body: eventBody({ type, notification_id: id, date: formatTimestamp(at, zone), data: data(subject, zone) }),
    }),
  };
}

/** Makes the class that documents the body. Its fields are in the order of the signature. */
function typedBody<Data>(notificationType: string, dataClass: Type<Data>): Type {
  @ApiSchema({ name: dataClass.name.replace(/Data$/, '') })
  class TypedBody {
    @ApiProperty({ enum: [notificationType] })
    type: string;

    @ApiProperty({ format: 'uuid' })
    notification_id: string;

    @ApiProperty({ type: String, format: 'date-time' })
    date: string;

    @ApiProperty({ type: dataClass })
    data: Data;

    @ApiProperty({ pattern: '^[0-9a-f]{64}$', description: 'Of everything before it, in its order.' })
    signature: string;
  }
  return TypedBody;
}
