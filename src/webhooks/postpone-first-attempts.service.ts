import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const POSTPONE = `
  UPDATE webhook_delivery SET next_attempt_at = created_at + make_interval(secs => $2)
  WHERE service_id = $1 AND next_attempt_at < created_at + make_interval(secs => $2) AND round_attempt_count = 0 AND lease_until IS NULL`;

/**
 * Events are appended as due at once. A service whose schedule begins with a waiting time gets it here, before the first
 * claim, so that the outbox need not read the schedule in every business transaction.
 */
@Injectable()
export class PostponeFirstAttemptsService {
  constructor(private readonly dataSource: DataSource) {}

  async run(serviceId: string, [firstWaitSeconds = 0]: readonly number[]): Promise<void> {
    if (firstWaitSeconds > 0) await this.dataSource.query(POSTPONE, [serviceId, firstWaitSeconds]);
  }
}
