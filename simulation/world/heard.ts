/** What partners have heard of one subject. */
export interface Heard {
  /** Events in the order in which they came first. */
  events: string[];
  /** Acknowledged, or never wanted again. */
  finished: Set<string>;
  /** Begun and not answered. */
  underWaySince: number | null;
}

/** What all partners have heard. */
export class HeardNotifications {
  private readonly bySubject = new Map<string, Heard>();

  /** By the digits of the subject's id. */
  of(subject: string): Heard {
    const known = this.bySubject.get(subject) ?? { events: [], finished: new Set<string>(), underWaySince: null };
    this.bySubject.set(subject, known);
    return known;
  }
}
