import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { InvalidFileError } from './file-rejected.js';
import type { FileFormat, FileLine } from './file-format.js';
import { LineReader } from './line-reader.js';

const MAX_RECORD_CHARACTERS = 10_000;
/** A character has at most four bytes in UTF-8. */
const MAX_LINE_BYTES = 4 * MAX_RECORD_CHARACTERS;
const CHUNK_BYTES = 1 << 18;
const NEWLINE = 0x0a;

export interface FileSummary {
  /** SHA-256 in hex. */
  digest: string;
  lines: number;
}

/**
 * Reads a settlement file once, in batches of lines.
 * @param onBatch gets each batch and the fraction of the file that was read, up to 1. Reading waits for its promise.
 * @throws InvalidFileError that names the first invalid line. `onBatch` has received the batches before that line.
 */
export async function readSettlementFile(
  path: string,
  format: FileFormat,
  batchSize: number,
  onBatch: (lines: FileLine[], fraction: number) => Promise<void>,
): Promise<FileSummary> {
  const { size: totalBytes } = await stat(path);
  const reader = new LineReader(format);
  const bytes = new CheckedBytes();
  const parser = parse({
    bom: true,
    delimiter: format.delimiter,
    max_record_size: MAX_RECORD_CHARACTERS,
    skip_empty_lines: true,
    // The types of csv-parse do not allow a callback that converts the record to another type.
    on_record: (record, { lines }) => reader.read(record, lines) as unknown as string[] | null,
  });
  const source = Readable.from(bytes.checkLines(createReadStream(path, { highWaterMark: CHUNK_BYTES })));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let lines = 0;
  let batch: FileLine[] = [];
  try {
    for await (const line of parser as AsyncIterable<FileLine>) {
      lines += 1;
      if (batch.push(line) < batchSize) continue;
      await onBatch(batch, bytes.count / totalBytes);
      batch = [];
    }
  } catch (error) {
    throw error instanceof CsvError ? asInvalidFile(error) : error;
  } finally {
    source.destroy();
  }
  if (lines === 0) throw new InvalidFileError(1, 'there is no line below the heading');
  if (batch.length > 0) await onBatch(batch, 1);
  return { digest: bytes.digest, lines };
}

/** Passes on the bytes of a file. It checks that they are UTF-8, counts bytes and lines, and computes the digest. */
class CheckedBytes {
  private readonly hash = createHash('sha256');
  private line = 1;
  count = 0;

  get digest(): string {
    return this.hash.digest('hex');
  }

  /** Passes on whole lines, so that no character is cut in two. */
  async *checkLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let partialLine: Buffer = Buffer.alloc(0);
    for await (const chunk of chunks) {
      this.hash.update(chunk);
      this.count += chunk.length;
      const bytes = Buffer.concat([partialLine, chunk]);
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      if (bytes.length - end > MAX_LINE_BYTES) throw new InvalidFileError(this.line + countLines(bytes), 'it is too long');
      if (end > 0) yield this.check(bytes.subarray(0, end));
      partialLine = bytes.subarray(end);
    }
    if (partialLine.length > 0)
      throw new InvalidFileError(this.line, 'it does not end with a line break: the file is cut off, or its last line break is missing');
  }

  private check(lines: Buffer): Buffer {
    if (!isUtf8(lines))
      throw new InvalidFileError(this.line + countLines(lines.subarray(0, findInvalidLine(lines))), 'it is not UTF-8 text');
    this.line += countLines(lines);
    return lines;
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let index = bytes.indexOf(NEWLINE); index >= 0; index = bytes.indexOf(NEWLINE, index + 1)) count += 1;
  return count;
}

/** Offset of the first line that is not UTF-8. */
function findInvalidLine(lines: Buffer): number {
  for (let lineStart = 0; ;) {
    const end = lines.indexOf(NEWLINE, lineStart) + 1;
    if (end === 0 || !isUtf8(lines.subarray(lineStart, end))) return lineStart;
    lineStart = end;
  }
}

function asInvalidFile(error: CsvError): InvalidFileError {
  const problems: Partial<Record<string, string>> = {
    CSV_MAX_RECORD_SIZE: 'it is too long',
    CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
    CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'it has another number of columns than the lines before',
  };
  const line = Number((error as { lines?: unknown }).lines ?? 0);
  return new InvalidFileError(line, problems[error.code] ?? 'it is not CSV');
}
