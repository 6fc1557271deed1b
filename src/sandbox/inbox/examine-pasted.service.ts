import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Diagnosis, DiagnosisKey, Pasted } from '../../common/signature/diagnosis.js';
import { findPastedIds } from '../../common/signature/ids-in.js';
import { examine, MAX_PASTED_LENGTH } from '../../common/signature/signature-check.js';
import { SentNotifications } from './sent-notifications.js';

interface ReceiverKeys {
  serviceId: string;
  ipnKey: string | null;
  webhookSecret: string | null;
}

// If the pasted text contains no service of the inbox, the keys of all services are tried.
const KEYS = `
  SELECT service_id AS "serviceId", ipn_key AS "ipnKey", webhook_secret AS "webhookSecret" FROM sandbox.inbox_receiver
  WHERE service_id = ANY ($1) OR NOT EXISTS (SELECT FROM sandbox.inbox_receiver WHERE service_id = ANY ($1)) ORDER BY service_id LIMIT 20`;
const LATEST_IDS = `
  SELECT webhook_id AS id FROM sandbox.inbox_notification WHERE service_id = ANY ($1) ORDER BY last_received_at DESC LIMIT 30`;

/** Examines a notification that a developer pasted, with the keys and the notifications of the inbox. */
@Injectable()
export class ExaminePastedService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sent: SentNotifications,
  ) {}

  async run(pasted: Pasted): Promise<Diagnosis> {
    const { serviceIds, ids } = findPastedIds(`${pasted.headers ?? ''}\n${pasted.body}`.slice(0, 2 * MAX_PASTED_LENGTH));
    const receivers = await this.dataSource.query<ReceiverKeys[]>(KEYS, [serviceIds]);
    const notifications = await this.dataSource.query<{ id: string }[]>(LATEST_IDS, [serviceIds]);
    const sentById = await this.sent.findSent([...new Set([...ids, ...notifications.map(({ id }) => id)])].filter(isPlainId));
    const sent = [...sentById].map(([id, { body, attempts }]) => ({ id, body, sentAt: attempts.map(({ startedAt }) => startedAt) }));
    return examine(pasted, { keys: receivers.flatMap(keysOf), sent });
  }
}

const isPlainId = (id: string): boolean => /^[0-9a-f-]{36}$/.test(id);

function keysOf({ serviceId, ipnKey, webhookSecret }: ReceiverKeys): DiagnosisKey[] {
  const keyOf = (purpose: DiagnosisKey['purpose'], secret: string | null): DiagnosisKey[] =>
    secret ? [{ serviceId, purpose, secret, validFrom: new Date(0), validUntil: null }] : [];
  return [...keyOf('ipn', ipnKey), ...keyOf('webhook', webhookSecret)];
}
