import { Injectable } from '@nestjs/common';

/** Statuses in notifications that mean that money was taken. Each product adds its own. */
@Injectable()
export class PaidStatuses {
  private readonly added = new Set<string>();

  get all(): string[] {
    return [...this.added];
  }

  add(...statuses: string[]): void {
    for (const status of statuses) this.added.add(status);
  }
}
