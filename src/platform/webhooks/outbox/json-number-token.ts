const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** A JSON number with fixed digits: `5.00` is written and signed as `5.00`, not as `5`. */
export class JsonNumberToken {
  private constructor(readonly text: string) {}

  /** @throws Error when the text is not a plain decimal JSON number. */
  static of(text: string): JsonNumberToken {
    if (!JSON_NUMBER.test(text)) throw new Error(`"${text}" is not a JSON number`);
    return new JsonNumberToken(text);
  }
}

export const jsonNumberToken = (text: string): JsonNumberToken => JsonNumberToken.of(text);
