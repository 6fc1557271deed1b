import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { InboxResponse } from './inbox-responses.js';

/** Sets the inbox's response to further notifications of a service. */
@Injectable()
export class SetInboxResponseService {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns whether the inbox knows the service. */
  async run(serviceId: string, answer: InboxResponse): Promise<boolean> {
    const [, changed] = await this.dataSource.query<[unknown, number]>(
      'UPDATE sandbox.inbox_receiver SET answer = $2 WHERE service_id = $1',
      [serviceId, answer],
    );
    return changed > 0;
  }
}
