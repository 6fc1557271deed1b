import { Injectable, type Type } from '@nestjs/common';

export interface NotificationKind {
  /** Its type, or its subject when the body names no type. */
  name: string;
  summary: string;
  /** Class with the body's fields, in the order of signing. */
  body: Type;
}

/** All kinds of notifications, for the OpenAPI document. Each part of the gateway that sends some adds its own. */
@Injectable()
export class NotificationCatalogue {
  private readonly kinds: NotificationKind[] = [];

  get all(): readonly NotificationKind[] {
    return this.kinds;
  }

  add(kind: NotificationKind): void {
    this.kinds.push(kind);
  }
}
