import { Injectable } from '@nestjs/common';

/** Statuses in notifications that mean that the payer has paid. Each product adds its statuses. */
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
