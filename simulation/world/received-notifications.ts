/** What partners were told about one subject. */
export interface SubjectNotifications {
  /** Events in the order in which they first arrived. */
  events: string[];
  /** Acknowledged, or refused for ever. */
  finished: Set<string>;
  /** Deliveries that began and were not answered. */
  underWaySince: number | null;
}

/** What all partners were told. */
export class ReceivedNotifications {
  private readonly bySubject = new Map<string, SubjectNotifications>();

  /** By the digits of the subject's id. */
  of(subject: string): SubjectNotifications {
    const known = this.bySubject.get(subject) ?? { events: [], finished: new Set<string>(), underWaySince: null };
    this.bySubject.set(subject, known);
    return known;
  }
}
