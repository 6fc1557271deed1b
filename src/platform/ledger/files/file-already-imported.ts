/** A file can be imported for only one party, period and kind of money. */
export class FileAlreadyImportedError extends Error {
  constructor(name: string) {
    super(`The file ${name} was already imported for another provider, period or kind of money. To see its import, run: settlement files`);
    this.name = 'FileAlreadyImportedError';
  }
}
