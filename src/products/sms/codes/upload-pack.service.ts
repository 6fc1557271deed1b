import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

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

interface Line {
  line: number;
  code: string;
}

const BATCH = 5_000;
const CODE = /^[\x21-\x7e]{1,64}$/;
const REPORTED = 100;

// The codes of a batch in the file's order: that is the order in which they are given out.
const ADD = `INSERT INTO sms_pack_code (service_id, code) SELECT $1, code FROM unnest($2::text[]) WITH ORDINALITY AS l (code, place) ORDER BY place
             ON CONFLICT (service_id, code) DO NOTHING RETURNING code`;

// Two uploads of the same codes in another order would wait for each other.
const TAKE_TURNS = "SELECT pg_advisory_xact_lock(hashtextextended('sms-pack:' || $1, 0))";

/**
 * Adds a partner's codes to the pack of a service, one a line, batch by batch. Repeating an upload adds what is missing. Several at
 * once for one service take turns.
 */
@Injectable()
export class UploadPackService {
  constructor(private readonly dataSource: DataSource) {}

  /** @param progress told how many lines have been dealt with. */
  async run(serviceId: string, lines: AsyncIterable<string>, progress: (lines: number) => void = () => undefined): Promise<UploadResult> {
    const result: UploadResult = { added: 0, duplicates: 0, malformed: 0, refused: [] };
    let batch: Line[] = [];
    let line = 0;
    const flush = async (): Promise<void> => {
      await this.add(serviceId, batch, result);
      batch = [];
      progress(line);
    };
    for await (const text of lines) {
      line += 1;
      const code = text.trim().replace(/^\ufeff/, '');
      if (code === '') continue;
      if (CODE.test(code)) batch.push({ line, code });
      else refuse(result, { line, code, why: 'form' });
      if (batch.length === BATCH) await flush();
    }
    await flush();
    return result;
  }

  private async add(serviceId: string, batch: readonly Line[], result: UploadResult): Promise<void> {
    if (batch.length === 0) return;
    const rows = await this.dataSource.transaction(async (tx) => {
      await tx.query(TAKE_TURNS, [serviceId]);
      return tx.query<{ code: string }[]>(ADD, [serviceId, batch.map(({ code }) => code)]);
    });
    const added = new Set(rows.map((row) => row.code));
    result.added += added.size;
    // The first occurrence of a code in the batch was the one added.
    for (const entry of batch) if (!added.delete(entry.code)) refuse(result, { ...entry, why: 'duplicate' });
  }
}

function refuse(result: UploadResult, refused: RefusedLine): void {
  if (refused.why === 'form') result.malformed += 1;
  else result.duplicates += 1;
  if (result.refused.length < REPORTED) result.refused.push(refused);
}
