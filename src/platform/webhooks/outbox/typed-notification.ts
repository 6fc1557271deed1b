import { v7 as uuidv7 } from 'uuid';
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
