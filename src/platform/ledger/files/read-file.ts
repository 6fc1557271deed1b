import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { InvalidFileError } from './invalid-file.js';
import type { FileFormat, FileLine } from './file-format.js';
import { LineReader } from './line-reader.js';

const MAX_RECORD_CHARACTERS = 10_000;
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
  size: number,
  onBatch: (lines: FileLine[], fraction: number) => Promise<void>,
): Promise<FileSummary> {
  const { size: total } = await stat(path);
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
  const source = Readable.from(bytes.of(createReadStream(path, { highWaterMark: 1 << 18 })));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let lines = 0;
  let batch: FileLine[] = [];
  try {
    for await (const line of parser as AsyncIterable<FileLine>) {
      lines += 1;
      if (batch.push(line) < size) continue;
      await onBatch(batch, bytes.count / total);
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
  async *of(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of chunks) {
      this.hash.update(chunk);
      this.count += chunk.length;
      const text = Buffer.concat([rest, chunk]);
      const end = text.lastIndexOf(NEWLINE) + 1;
      if (text.length - end > 4 * MAX_RECORD_CHARACTERS) throw new InvalidFileError(this.line + countLines(text), 'it is too long');
      if (end > 0) yield this.check(text.subarray(0, end));
      rest = text.subarray(end);
    }
    if (rest.length > 0)
      throw new InvalidFileError(this.line, 'it does not end with a line break: the file is cut off, or its last line break is missing');
  }

  private check(text: Buffer): Buffer {
    if (!isUtf8(text)) throw new InvalidFileError(this.line + countLines(text.subarray(0, findInvalidLine(text))), 'it is not UTF-8 text');
    this.line += countLines(text);
    return text;
  }
}

function countLines(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** Offset of the first line that is not UTF-8. */
function findInvalidLine(text: Buffer): number {
  for (let from = 0; ;) {
    const end = text.indexOf(NEWLINE, from) + 1;
    if (end === 0 || !isUtf8(text.subarray(from, end))) return from;
    from = end;
  }
}

function asInvalidFile(error: CsvError): InvalidFileError {
  const PROBLEMS: Partial<Record<string, string>> = {
    CSV_MAX_RECORD_SIZE: 'it is too long',
    CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
    CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'it has another number of columns than the lines before',
  };
  const line = Number((error as { lines?: unknown }).lines ?? 0);
  return new InvalidFileError(line, PROBLEMS[error.code] ?? 'it is not CSV');
}
