/** A settlement file that cannot be imported. Nothing of it was. */
export class InvalidFileError extends Error {
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}. Nothing of the file was taken.`);
    this.name = 'InvalidFileError';
  }
}
