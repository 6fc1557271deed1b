import { v7 as uuidv7 } from 'uuid';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { type EventBody, eventBody, type EventObject } from './event-body.js';

export interface TypedNotification {
  type: string;
  /** Business time. */
  at: Date;
  /** Time zone that timestamps are printed in. */
  zone: string;
  data: EventObject;
  /** A new one by default. */
  id?: string;
}

/** The body of every notification that names its type, in the order in which it is signed: type, notification_id, date, data. */
export function typedNotification({ type, at, zone, data, id = uuidv7() }: TypedNotification): EventBody {
  return eventBody({ type, notification_id: id, date: formatTimestamp(at, zone), data });
}
