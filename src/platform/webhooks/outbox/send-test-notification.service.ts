import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { Outbox } from './outbox.js';
import { TEST_NOTIFICATION } from './test-notification.js';
import { recordChange } from '../../audit/audited.js';

/** Sends a test notification to a service, so that the partner can test the signature check of the receiving program. */
@Injectable()
export class SendTestNotificationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly outbox: Outbox,
    private readonly environment: Environment,
  ) {}

  /** @returns the id of a new subject, so that the notification waits for no other, and the nonce in the notification's body. */
  async run(serviceId: string): Promise<{ subjectId: string; nonce: string }> {
    const [subjectId, nonce] = [uuidv7(), randomBytes(8).toString('hex')];
    const at = this.clock.now();
    const event = TEST_NOTIFICATION.event({ serviceId, nonce }, { at, zone: this.environment.app.displayTimeZone });
    await this.dataSource.transaction(async (tx) => {
      await this.outbox.append(tx, [{ ...event, serviceId, subjectId, occurredAt: at }]);
      await recordChange(tx, { action: 'notification.test', subject: 'service', id: serviceId, after: { subject_id: subjectId } });
    });
    this.outbox.wake(serviceId);
    return { subjectId, nonce };
  }
}
