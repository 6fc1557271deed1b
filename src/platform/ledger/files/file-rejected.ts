/** A settlement file that cannot be imported. */
export class InvalidFileError extends Error {
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}. The file was not imported.`);
    this.name = 'InvalidFileError';
  }
}

/** A file can be imported for only one provider, period and kind of money. */
export class FileAlreadyImportedError extends Error {
  constructor(name: string) {
    super(`The file ${name} was already imported for another provider, period or kind of money. To see its import, run: settlement files`);
    this.name = 'FileAlreadyImportedError';
  }
}
