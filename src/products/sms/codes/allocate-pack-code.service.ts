import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';

// SKIP LOCKED: concurrent messages skip each other's codes instead of waiting for them.
const ALLOCATE_CODE = {
  name: 'sms_pack_code_take',
  text: `UPDATE sms_pack_code SET message_id = $2, taken_at = $3
         WHERE service_id = $1 AND code = (SELECT code FROM sms_pack_code WHERE service_id = $1 AND message_id IS NULL
                                           ORDER BY position LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
         RETURNING code`,
};

/** Allocates a code of a pack to a message. */
@Injectable()
export class AllocatePackCodeService {
  /** @returns the next free code of the pack, in the order of the upload. null when the pack has no free code. */
  async run(tx: EntityManager, serviceId: string, messageId: string, allocatedAt: Date): Promise<string | null> {
    const [row] = await runNamed<{ code: string }>(tx, ALLOCATE_CODE, [serviceId, messageId, allocatedAt]);
    return row?.code ?? null;
  }
}
