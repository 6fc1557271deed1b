import { Injectable, type Type } from '@nestjs/common';

export interface NotificationKind {
  /** The notification's type, or its subject when the body has no type. */
  name: string;
  summary: string;
  /** Class with the body's fields in the order of the signature. */
  body: Type;
}

/** All kinds of notifications, for the OpenAPI document. Each part of the gateway that sends notifications adds its kinds. */
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
