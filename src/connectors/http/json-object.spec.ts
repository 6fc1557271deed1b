import { describe, expect, it } from '@jest/globals';
import { malformedTexts } from '../../common/validation/well-formed.js';
import { parseJsonObject, parseCallbackBody } from './json-object.js';

const TEXT = '{"id":"a\\u0000b","cause":"\\ud800","code":{"reference":"x\\udc00"},"list":["\\u0000",1]}';

describe('the members of a provider’s JSON object', () => {
  it('are made well-formed in a response', () => {
    expect(parseJsonObject(TEXT)).toEqual({ id: 'a\ufffdb', cause: '\ufffd', code: { reference: 'x\ufffd' }, list: ['\ufffd', 1] });
  });

  it('stay unchanged in a callback', () => {
    expect(Object.keys(malformedTexts(parseCallbackBody(Buffer.from(TEXT))))).toEqual(['id', 'cause', 'code.reference', 'list.0']);
  });

  it.each(['', 'x', '5', 'null', '"x"'])('are empty for %j', (text) => {
    expect([parseJsonObject(text), parseCallbackBody(Buffer.from(text))]).toEqual([{}, {}]);
  });
});
