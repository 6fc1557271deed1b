import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordChange } from '../../../platform/audit/audited.js';

/** A code that was not added, with the line it stands in. */
interface RefusedLine {
  line: number;
  code: string;
  why: 'duplicate' | 'form';
}

export interface UploadResult {
  /** Codes added. */
  added: number;
  /** Codes that the pack had before or that stand in the file twice. */
  duplicates: number;
  /** Lines that are no code. */
  malformed: number;
  /** The first of the refused lines. */
  refused: RefusedLine[];
}

type Lines = AsyncIterable<string> | Iterable<string>;

interface Line {
  line: number;
  code: string;
}

const BATCH = 5_000;
const CODE = /^[\x21-\x7e]{1,64}$/;
const REPORTED = 100;

// In the file's order, in which they are given out.
const ADD = `INSERT INTO sms_pack_code (service_id, code) SELECT $1, code FROM unnest($2::text[]) WITH ORDINALITY AS l (code, place) ORDER BY place
             ON CONFLICT (service_id, code) DO NOTHING RETURNING code`;

const KNOWN = 'SELECT code FROM sms_pack_code WHERE service_id = $1 AND code = ANY ($2)';

// Two uploads of the same codes in different orders would deadlock.
const TAKE_TURNS = "SELECT pg_advisory_xact_lock(hashtextextended('sms-pack:' || $1, 0))";

/**
 * Adds a partner's codes to the pack of a service, one a line, batch by batch. Repeating an upload adds what is missing. Several at
 * once for one service take turns.
 */
@Injectable()
export class UploadPackService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @param progress called with the number of lines read so far.
   * @param batch codes that are added in one transaction, with one entry of the audit.
   */
  run(serviceId: string, lines: Lines, progress: (lines: number) => void = () => undefined, batch = BATCH): Promise<UploadResult> {
    return readThrough(lines, batch, (codes) => this.add(serviceId, codes), progress);
  }

  /** What an upload of so many lines as fit into memory would do. */
  preview(serviceId: string, lines: Lines): Promise<UploadResult> {
    return readThrough(lines, Infinity, async (codes) => {
      const rows = await this.dataSource.query<{ code: string }[]>(KNOWN, [serviceId, codes]);
      const known = new Set(rows.map(({ code }) => code));
      return codes.filter((code) => !known.has(code));
    });
  }

  private add(serviceId: string, codes: readonly string[]): Promise<string[]> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query(TAKE_TURNS, [serviceId]);
      const added = await tx.query<{ code: string }[]>(ADD, [serviceId, codes]);
      if (added.length > 0)
        await recordChange(tx, { action: 'sms.upload_codes', subject: 'service', id: serviceId, after: { codes_added: added.length } });
      return added.map(({ code }) => code);
    });
  }
}

/** @param add gives back those of the codes that are new. */
async function readThrough(
  lines: Lines,
  size: number,
  add: (codes: readonly string[]) => Promise<readonly string[]>,
  progress: (lines: number) => void = () => undefined,
): Promise<UploadResult> {
  const result: UploadResult = { added: 0, duplicates: 0, malformed: 0, refused: [] };
  let batch: Line[] = [];
  let line = 0;
  const flush = async (): Promise<void> => {
    const added = new Set(batch.length > 0 ? await add(batch.map(({ code }) => code)) : []);
    result.added += added.size;
    // The first occurrence of a code in the batch was the one added.
    for (const entry of batch) if (!added.delete(entry.code)) refuse(result, { ...entry, why: 'duplicate' });
    batch = [];
    progress(line);
  };
  for await (const text of lines) {
    line += 1;
    const code = text.trim().replace(/^\ufeff/, '');
    if (code === '') continue;
    if (CODE.test(code)) batch.push({ line, code });
    else refuse(result, { line, code, why: 'form' });
    if (batch.length === size) await flush();
  }
  await flush();
  return result;
}

function refuse(result: UploadResult, refused: RefusedLine): void {
  if (refused.why === 'form') result.malformed += 1;
  else result.duplicates += 1;
  if (result.refused.length < REPORTED) result.refused.push(refused);
}
