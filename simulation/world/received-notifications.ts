/** Notifications about one subject that arrived at the partner's endpoint. */
export interface SubjectNotifications {
  /** Event ids in the order of their first arrival. */
  receivedEvents: string[];
  /** Ids of events that the partner acknowledged or permanently refused with status 410. */
  finishedEvents: Set<string>;
  /** When the delivery in progress began, in milliseconds since 1970; null when there is none. */
  inProgressSince: number | null;
}

/** Notifications that arrived at the endpoints of all partners. */
export class ReceivedNotifications {
  private readonly bySubject = new Map<string, SubjectNotifications>();

  /** @param subject id of the row, without dashes. */
  ofSubject(subject: string): SubjectNotifications {
    const notifications = this.bySubject.get(subject) ?? { receivedEvents: [], finishedEvents: new Set<string>(), inProgressSince: null };
    this.bySubject.set(subject, notifications);
    return notifications;
  }
}
