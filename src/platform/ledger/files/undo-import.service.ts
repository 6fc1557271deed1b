import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { lockSettlements } from '../settlement/settlement-lock.js';
import { recordChange } from '../../audit/audited.js';

export interface UndoRequest {
  author: string;
  reason: string;
}

/**
 * `unknown`: there is no such file. `settled`: the settlement with `reference` overlaps the file's period, so the import cannot be undone.
 */
export type UndoResult = { outcome: 'undone' | 'unknown' } | { outcome: 'settled'; reference: string };

const FIND_OVERLAPPING_SETTLEMENT = `
  SELECT s.reference FROM settlement_file f JOIN settlement s ON s.provider = f.provider AND s.test = f.test AND s.from_at < f.to_at AND s.to_at > f.from_at
  WHERE f.id = $1 ORDER BY s.created_at LIMIT 1`;

const RECORD_UNDO = `
  INSERT INTO settlement_file_undone (file_id, digest, name, provider, test, from_at, to_at, lines, discrepancies, imported_by, imported_at, author, reason, undone_at)
  SELECT id, digest, name, provider, test, from_at, to_at, lines, (SELECT count(*) FROM settlement_file_discrepancy d WHERE d.file_id = f.id),
    author, created_at, $2, $3, $4
  FROM settlement_file f WHERE id = $1`;

/**
 * Undoes the import of a settlement file, for example one with the wrong provider, period or columns. The lines and discrepancies are
 * deleted, and the file may be imported again. A row of `settlement_file_undone` records the import and the author of the undo. An import
 * cannot be undone after its period is settled.
 */
@Injectable()
export class UndoImportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
  ) {}

  run(fileId: string, request: UndoRequest): Promise<UndoResult> {
    return this.dataSource.transaction(async (tx) => {
      const [file] = await tx.query<{ provider: string; test: boolean }[]>('SELECT provider, test FROM settlement_file WHERE id = $1', [
        fileId,
      ]);
      if (!file) return { outcome: 'unknown' };
      await lockSettlements(tx, file);
      // An import locks the same row in each batch. So a running import waits for this transaction and then finds no file.
      const rows = await tx.query<unknown[]>('SELECT FROM settlement_file WHERE id = $1 FOR NO KEY UPDATE', [fileId]);
      if (rows.length === 0) return { outcome: 'unknown' };
      return this.undo(tx, fileId, request);
    });
  }

  private async undo(tx: EntityManager, fileId: string, { author, reason }: UndoRequest): Promise<UndoResult> {
    const [settlement] = await tx.query<{ reference: string }[]>(FIND_OVERLAPPING_SETTLEMENT, [fileId]);
    if (settlement) return { outcome: 'settled', reference: settlement.reference };
    const [importedFile] = await tx.query<{ author: string; name: string }[]>('SELECT author, name FROM settlement_file WHERE id = $1', [
      fileId,
    ]);
    await tx.query(RECORD_UNDO, [fileId, author, reason, this.clock.now()]);
    await tx.query('DELETE FROM settlement_file_discrepancy WHERE file_id = $1', [fileId]);
    await tx.query('DELETE FROM settlement_file_line WHERE file_id = $1', [fileId]);
    await tx.query('DELETE FROM settlement_file WHERE id = $1', [fileId]);
    await recordChange(tx, {
      action: 'settlement.undo',
      subject: 'settlement_file',
      id: fileId,
      before: { author: importedFile?.author, name: importedFile?.name },
    });
    return { outcome: 'undone' };
  }
}
