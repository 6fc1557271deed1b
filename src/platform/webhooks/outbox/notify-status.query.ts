import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import { joinNotifyStatus, NOTIFY_COLUMNS, type NotifyColumns, type NotifyStatus, notifyStatusOf } from './notify-status.js';

const READ = {
  name: 'webhook_subject_status',
  text: `SELECT ${NOTIFY_COLUMNS} FROM (SELECT $1::text AS id) AS subject ${joinNotifyStatus('subject.id')}`,
};

/** Reads the fields of a subject's `notify` object. */
@Injectable()
export class NotifyStatusQuery {
  constructor(private readonly dataSource: DataSource) {}

  async readNotifyStatus(subjectId: string): Promise<NotifyStatus> {
    const [row] = await runNamed<NotifyColumns & object>(this.dataSource, READ, [subjectId]);
    return notifyStatusOf(row ?? { notify_acknowledged: null, notify_last_at: null, notify_count: null });
  }
}
