import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileFormat, FileLine } from '../../src/platform/ledger/files/file-format.js';
import { readSettlementFile } from '../../src/platform/ledger/files/read-file.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';

const FORMAT: FileFormat = {
  delimiter: ',',
  decimal: '.',
  referenceColumn: 'reference',
  amountColumn: 'amount',
  currencyColumn: null,
  currency: 'PLN',
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settlement-'));
});
afterAll(() => rm(folder, { recursive: true }));

const read = async (
  text: string | Buffer,
  format: Partial<FileFormat> = {},
  batchSize = 2,
): Promise<{ batches: FileLine[][]; shares: number[]; digest: string; lines: number }> => {
  const path = join(folder, 'file.csv');
  await writeFile(path, text);
  const batches: FileLine[][] = [];
  const shares: number[] = [];
  const result = await readSettlementFile(path, { ...FORMAT, ...format }, batchSize, (lines, share) => {
    batches.push(lines);
    shares.push(share);
    return Promise.resolve();
  });
  return { batches, shares, ...result };
};
const line = (atLine: number, reference: string, amountMinor: number, currency = 'PLN'): FileLine => ({
  atLine,
  reference,
  gatewayReference: null,
  amountMinor,
  currency,
});

describe('a settlement file', () => {
  it('is read in batches, with the line of each record and the digest of its bytes', async () => {
    const text = 'reference,amount\na,1.00\nb,-2.50\n\nc,0.01\n';
    const { batches, digest, lines } = await read(text);
    expect(batches).toEqual([[line(2, 'a', 100), line(3, 'b', -250)], [line(5, 'c', 1)]]);
    expect([digest, lines]).toEqual([createHash('sha256').update(text).digest('hex'), 3]);
  });

  it('may have a byte order mark, other separators, other columns in any order, and line breaks within quotes', async () => {
    const text = '\ufeffCena;Opis;Id;Waluta\r\n"12,50";"two\nlines; and ""more""";x1;EUR\r\n3,00;ż;x2;PLN\r\n';
    const format = { delimiter: ';', decimal: ',' as const, referenceColumn: 'Id', amountColumn: 'Cena', currencyColumn: 'Waluta' };
    expect((await read(text, format)).batches).toEqual([[line(3, 'x1', 1250, 'EUR'), line(4, 'x2', 300)]]);
  });

  it('may have amounts with more decimals, as programs print them', async () => {
    const text = 'reference,amount\na,129.900000\nb,-39.979999999999997\nc,0.30000000000000004\n';
    expect((await read(text, {}, 3)).batches).toEqual([[line(2, 'a', 12_990), line(3, 'b', -3_998), line(4, 'c', 30)]]);
    const format = { delimiter: ';', decimal: ',' as const };
    expect((await read('reference;amount\na;24,949999999999999\n', format)).batches).toEqual([[line(2, 'a', 2_495)]]);
  });

  it('may be longer than one read of the stream', async () => {
    const rows = times(40_000, (n) => `reference-${n},${n + 1}.00,żółć`);
    const { lines, batches, shares } = await read(`reference,amount,who\n${rows.join('\n')}\n`, {}, 9_000);
    expect([lines, batches.length, batches.at(-1)?.at(-1)]).toEqual([40_000, 5, line(40_001, 'reference-39999', 4_000_000)]);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares[0]).toBeGreaterThan(0);
    expect(shares[0]).toBeLessThan(1);
    expect(shares.at(-1)).toBe(1);
  });

  it('is closed when it is not read to its end', async () => {
    const path = join(folder, 'long.csv');
    await writeFile(path, `reference,amount\n${times(100_000, (n) => `reference-${n},1.00\n`).join('')}`);
    const rejected = readSettlementFile(path, FORMAT, 1, () => Promise.reject(new Error('enough')));
    await expect(rejected).rejects.toThrow('enough');
    await until(
      () => openFiles(),
      (paths) => !paths.includes(path),
    );
  });

  /** Paths of the open files on Linux, none on other systems. */
  async function openFiles(): Promise<string[]> {
    const descriptors = await readdir('/proc/self/fd').catch(() => []);
    return Promise.all(descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => '')));
  }

  const VALID_FILE = 'reference,amount\na,1.00\n';
  it.each<[string, string | Buffer, number, string]>([
    ['with other separators', 'reference;amount\na;1.00\n', 1, 'there is no column "reference"'],
    ['without the column', 'reference,price\na,1.00\n', 1, 'there is no column "amount"'],
    ['with the column twice', 'reference,amount,amount\na,1.00,1.00\n', 1, 'two columns are called "amount"'],
    ['with another number of columns in a line', `${VALID_FILE}b,1.00,x\n`, 3, 'another number of columns'],
    ['cut off within a line', `${VALID_FILE}b,1.0`, 3, 'does not end with a line break'],
    ['cut off before the last line break', `${VALID_FILE}b,1.00`, 3, 'does not end with a line break'],
    ['with an open quotation mark', `${VALID_FILE}"b,1.00\nc,1.00\n`, 4, 'a quotation mark is not closed'],
    ['with text behind a quotation', `${VALID_FILE}"b"x,1.00\n`, 3, 'it is not CSV'],
    ['with a line of ten thousand characters', `${VALID_FILE}${'b'.repeat(10_001)},1.00\n`, 3, 'it is too long'],
    ['with a line of a megabyte', `${VALID_FILE}${'b'.repeat(1 << 20)}`, 3, 'it is too long'],
    ['that is not UTF-8', Buffer.concat([Buffer.from(VALID_FILE), Buffer.from([0x62, 0xff, 0x0a])]), 3, 'it is not UTF-8 text'],
    ['in UTF-16', Buffer.from('\ufeffreference,amount\n', 'utf16le'), 1, 'it is not UTF-8 text'],
    ['with an amount of three decimals', `${VALID_FILE}b,1.005\n`, 3, '"1.005" is not an amount'],
    ['with three decimals, which may be a thousand', `${VALID_FILE}b,1.000\n`, 3, '"1.000" is not an amount'],
    ['with an amount 2e-9 away from whole minor units', `${VALID_FILE}b,1.000000002\n`, 3, '"1.000000002" is not an amount'],
    ['with an amount of one decimal', `${VALID_FILE}b,1.5\n`, 3, '"1.5" is not an amount'],
    ['with an amount in another notation', `${VALID_FILE}b,"1,50"\n`, 3, '"1,50" is not an amount'],
    ['with a thousands separator', `${VALID_FILE}b,"1 000.00"\n`, 3, 'is not an amount'],
    ['with an exponent', `${VALID_FILE}b,1e3.00\n`, 3, 'is not an amount'],
    ['with an amount of 14 digits', `${VALID_FILE}b,99999999999999.00\n`, 3, 'is not an amount'],
    ['with an empty amount', `${VALID_FILE}b,\n`, 3, '"" is not an amount'],
    ['with an amount of zero', `${VALID_FILE}b,0.00\n`, 3, 'zero'],
    ['with an empty reference', `${VALID_FILE},1.00\n`, 3, '"" is not a reference'],
    ['with a reference over two lines', `${VALID_FILE}"b\nc",1.00\n`, 4, '"b\\nc" is not a reference'],
    ['with a reference of 256 characters', `${VALID_FILE}${'b'.repeat(256)},1.00\n`, 3, 'is not a reference'],
    ['with a line break first and cut off', `\n${VALID_FILE}b`, 4, 'does not end with a line break'],
    ['that is empty', '', 1, 'there is no line below the heading'],
    ['with a heading only', 'reference,amount\n', 1, 'there is no line below the heading'],
  ])('%s is rejected with the number of the line', async (_, text, lineNumber, problem) => {
    const rejected = read(text, {}, 100);
    await expect(rejected).rejects.toMatchObject({ name: 'InvalidFileError' });
    await expect(rejected).rejects.toThrow(
      new RegExp(`^Line ${lineNumber}: .*${problem.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}.*The file was not imported`),
    );
  });

  it.each(['1.50', '1,505', '1,000', 'x1,50', '1,50x'])('with decimal commas is rejected for the amount %s', async (amount) => {
    const format = { delimiter: ';', decimal: ',' as const };
    await expect(read(`reference;amount\na;${amount}\n`, format)).rejects.toThrow(
      `Line 2: "${amount}" is not an amount with two decimals such as 12,50`,
    );
  });

  it('is rejected with at most 40 characters of an invalid value', async () => {
    const rejected = (amount: string): Promise<unknown> => read(`reference,amount\na,${amount}\n`);
    await expect(rejected('x'.repeat(40))).rejects.toThrow(`Line 2: "${'x'.repeat(40)}" is not an amount`);
    await expect(rejected('x'.repeat(41))).rejects.toThrow(`Line 2: "${'x'.repeat(40)}…" is not an amount`);
  });

  it('with an invalid currency is rejected', async () => {
    await expect(read('reference,amount,cur\na,1.00,zł\n', { currencyColumn: 'cur' })).rejects.toThrow('Line 2: "zł" is not a currency');
  });
});
