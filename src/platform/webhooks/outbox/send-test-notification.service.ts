import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { Outbox } from './outbox.js';
import { TEST_TYPE, testNotification } from './test-notification.js';

/** Sends a service's receiver something that changes nothing, so that its signature check can be tried. */
@Injectable()
export class SendTestNotificationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly outbox: Outbox,
    private readonly environment: Environment,
  ) {}

  /** @returns what it is about: a subject of its own, so it waits for no other notification. */
  async run(serviceId: string): Promise<{ subjectId: string; nonce: string }> {
    const [subjectId, nonce] = [uuidv7(), randomBytes(8).toString('hex')];
    const at = this.clock.now();
    const body = testNotification({ serviceId, nonce, at, zone: this.environment.app.displayTimeZone });
    await this.dataSource.transaction((tx) => this.outbox.append(tx, [{ serviceId, subjectId, type: TEST_TYPE, body, occurredAt: at }]));
    this.outbox.wake(serviceId);
    return { subjectId, nonce };
  }
}
