/** A settlement file that cannot be taken as it is. Nothing of it is. */
export class BadFileError extends Error {
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}. Nothing of the file was taken.`);
    this.name = 'BadFileError';
  }
}
