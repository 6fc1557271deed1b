/** Messages could not be told apart: the prefix and suffix are another service's. */
export class KeywordTaken extends Error {
  constructor(keyword: string) {
    super(`The text ${keyword} leads to another service already.`);
    this.name = 'KeywordTaken';
  }
}
