import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../database/named-query.js';

export interface NotifyStatus {
  /** The latest event was acknowledged. */
  isSend: boolean;
  /** Start of the latest attempt; null before the first. */
  lastSendAt: Date | null;
  /** Attempts made for all events of the subject. */
  count: number;
}

interface SubjectRow {
  latest_acknowledged: boolean;
  last_attempt_at: Date | null;
  attempt_count: number;
}

const READ = {
  name: 'webhook_subject_status',
  text: 'SELECT latest_acknowledged, last_attempt_at, attempt_count FROM webhook_subject WHERE subject_id = $1',
};

/** What a subject's `notify` shows: one indexed read. */
@Injectable()
export class NotifyStatusQuery {
  constructor(private readonly dataSource: DataSource) {}

  async of(subjectId: string): Promise<NotifyStatus> {
    const [row] = await runNamed<SubjectRow>(this.dataSource, READ, [subjectId]);
    return { isSend: row?.latest_acknowledged ?? false, lastSendAt: row?.last_attempt_at ?? null, count: row?.attempt_count ?? 0 };
  }
}
