import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordChange } from '../../../platform/audit/audited.js';

/** A line of the file whose code was not added. */
interface RejectedLine {
  line: number;
  code: string;
  /** `duplicate`: the code is in the pack already, or occurs earlier in the file. `form`: the line is not a code. */
  why: 'duplicate' | 'form';
}

export interface UploadResult {
  added: number;
  /** Number of codes that are already in the pack, or occur earlier in the file. */
  duplicates: number;
  /** Number of lines that are not a code. */
  malformed: number;
  /** The first 100 lines that were rejected. */
  refused: RejectedLine[];
}

type Lines = AsyncIterable<string> | Iterable<string>;

interface Line {
  line: number;
  code: string;
}

const BATCH_SIZE = 5_000;
/** Printable ASCII without spaces. */
const CODE_FORMAT = /^[\x21-\x7e]{1,64}$/;
const MAX_REPORTED = 100;

// Inserted in the order of the file, because codes are allocated in that order.
const ADD_CODES = `INSERT INTO sms_pack_code (service_id, code) SELECT $1, code FROM unnest($2::text[]) WITH ORDINALITY AS l (code, place) ORDER BY place
             ON CONFLICT (service_id, code) DO NOTHING RETURNING code`;

const READ_EXISTING = 'SELECT code FROM sms_pack_code WHERE service_id = $1 AND code = ANY ($2)';

// Without this lock, two uploads of the same codes in different orders would deadlock.
const LOCK_PACK = "SELECT pg_advisory_xact_lock(hashtextextended('sms-pack:' || $1, 0))";

/**
 * Adds a partner's codes to the pack of a service, one code per line, in batches. A repeated upload adds only the missing codes. Concurrent
 * uploads for one service add their batches one after the other.
 */
@Injectable()
export class UploadPackService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @param progress called after each batch with the number of lines read so far.
   * @param batchSize number of codes that are added in one database transaction, with one audit entry.
   */
  run(serviceId: string, lines: Lines, progress: (lines: number) => void = () => undefined, batchSize = BATCH_SIZE): Promise<UploadResult> {
    return readInBatches(lines, batchSize, (codes) => this.add(serviceId, codes), progress);
  }

  /** The result that an upload would have, without adding codes. All lines must fit into memory. */
  preview(serviceId: string, lines: Lines): Promise<UploadResult> {
    return readInBatches(lines, Infinity, async (codes) => {
      const rows = await this.dataSource.query<{ code: string }[]>(READ_EXISTING, [serviceId, codes]);
      const existing = new Set(rows.map(({ code }) => code));
      return codes.filter((code) => !existing.has(code));
    });
  }

  private add(serviceId: string, codes: readonly string[]): Promise<string[]> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query(LOCK_PACK, [serviceId]);
      const added = await tx.query<{ code: string }[]>(ADD_CODES, [serviceId, codes]);
      if (added.length > 0)
        await recordChange(tx, { action: 'sms.upload_codes', subject: 'service', id: serviceId, after: { codes_added: added.length } });
      return added.map(({ code }) => code);
    });
  }
}

/** Reads lines, and passes their codes to `add` in batches. @param add returns the codes that were not in the pack. */
async function readInBatches(
  lines: Lines,
  batchSize: number,
  add: (codes: readonly string[]) => Promise<readonly string[]>,
  progress: (lines: number) => void = () => undefined,
): Promise<UploadResult> {
  const result: UploadResult = { added: 0, duplicates: 0, malformed: 0, refused: [] };
  let batch: Line[] = [];
  let line = 0;
  const flush = async (): Promise<void> => {
    const added = new Set(batch.length > 0 ? await add(batch.map(({ code }) => code)) : []);
    result.added += added.size;
    // Of equal codes in the batch, the first line counts as added.
    for (const entry of batch) if (!added.delete(entry.code)) recordRejection(result, { ...entry, why: 'duplicate' });
    batch = [];
    progress(line);
  };
  for await (const text of lines) {
    line += 1;
    const code = text.trim().replace(/^\ufeff/, '');
    if (code === '') continue;
    if (CODE_FORMAT.test(code)) batch.push({ line, code });
    else recordRejection(result, { line, code, why: 'form' });
    if (batch.length === batchSize) await flush();
  }
  await flush();
  return result;
}

function recordRejection(result: UploadResult, rejected: RejectedLine): void {
  if (rejected.why === 'form') result.malformed += 1;
  else result.duplicates += 1;
  if (result.refused.length < MAX_REPORTED) result.refused.push(rejected);
}
