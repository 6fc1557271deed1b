import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { InboxResponse } from './inbox-responses.js';

/** Sets the inbox's response to further notifications of a service. */
@Injectable()
export class SetInboxResponseService {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns false when the inbox has no receiver for the service. */
  async run(serviceId: string, inboxResponse: InboxResponse): Promise<boolean> {
    const [, updatedRows] = await this.dataSource.query<[unknown, number]>(
      'UPDATE sandbox.inbox_receiver SET answer = $2 WHERE service_id = $1',
      [serviceId, inboxResponse],
    );
    return updatedRows > 0;
  }
}
