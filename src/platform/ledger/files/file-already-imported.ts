/** A file can be imported for one party and one period only. */
export class FileAlreadyImportedError extends Error {
  constructor(name: string) {
    super(`The file ${name} was imported before, for another party or period. See it: settlement files`);
    this.name = 'FileAlreadyImportedError';
  }
}
