/** A settlement file that cannot be imported. */
export class InvalidFileError extends Error {
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}. The file was not imported.`);
    this.name = 'InvalidFileError';
  }
}
