import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { IdempotencyKeys } from './idempotency-keys.js';

const KEPT_DAYS = 7;
const BATCH = 5_000;

/** Deletes keys after a week, in batches that hold no lock for long. */
@Injectable()
export class ForgetOldKeysService implements OnModuleInit {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly periodic: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'forget-idempotency-keys', everyMs: 600_000, batch: () => this.batch() });
  }

  /** @returns whether there may be more. */
  async batch(): Promise<boolean> {
    return (await this.keys.deleteOlderThan(KEPT_DAYS, BATCH)) === BATCH;
  }
}
