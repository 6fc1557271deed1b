import { Injectable } from '@nestjs/common';

/** Statuses in notifications that mean that the payer has paid. Each product adds its statuses. */
@Injectable()
export class PaidStatuses {
  private readonly statuses = new Set<string>();

  get all(): string[] {
    return [...this.statuses];
  }

  add(...statuses: string[]): void {
    for (const status of statuses) this.statuses.add(status);
  }
}
