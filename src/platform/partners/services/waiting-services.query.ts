import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SeekCursor } from '../../../common/pagination/seek-cursor.js';
import type { Area, ServiceStatus } from './service-status.js';

/** A service that cannot sell until staff have verified it. */
export interface WaitingService {
  id: string;
  name: string;
  area: Area;
  status: ServiceStatus;
  notifyUrl: string | null;
  createdAt: Date;
  partnerId: string;
  partnerName: string;
  partnerSince: Date;
  partnerBlockedAt: Date | null;
  /** Numbers of the partner's other services: active ones (`selling`), and rejected or blocked ones (`refused`). */
  selling: number;
  refused: number;
}

export const WAITING_STATUSES: readonly ServiceStatus[] = ['service_new', 'service_verify', 'service_ongoing_registration'];

const SELECT_WAITING = `
  SELECT s.id, s.name, s.area, s.status, s.notify_url AS "notifyUrl", s.created_at AS "createdAt", p.id AS "partnerId", p.name AS "partnerName",
         p.created_at AS "partnerSince", p.blocked_at AS "partnerBlockedAt",
         (SELECT count(*)::int FROM service o WHERE o.partner_id = p.id AND o.status = 'service_active') AS selling,
         (SELECT count(*)::int FROM service o WHERE o.partner_id = p.id AND o.status IN ('service_rejected', 'service_blocked')) AS refused
  FROM service s JOIN partner p ON p.id = s.partner_id WHERE s.status = ANY ($1)`;

/** Reads the services that staff must verify or reject, for the panel. */
@Injectable()
export class WaitingServicesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Oldest first. @param cursor the last service on the previous page. */
  list(cursor: SeekCursor | null, limit: number): Promise<WaitingService[]> {
    return this.dataSource.query(
      `${SELECT_WAITING} AND ($2::timestamptz IS NULL OR (s.created_at, s.id) > ($2, $3)) ORDER BY s.created_at, s.id LIMIT $4`,
      [WAITING_STATUSES, cursor?.at ?? null, cursor?.id ?? null, limit],
    );
  }

  /** @returns null when the service does not exist or does not wait for verification. */
  async findWaiting(id: string): Promise<WaitingService | null> {
    const [row] = await this.dataSource.query<WaitingService[]>(`${SELECT_WAITING} AND s.id = $2`, [WAITING_STATUSES, id]);
    return row ?? null;
  }
}
