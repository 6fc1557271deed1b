import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isReference, uuidToReference, normalizeReference, referenceToUuid } from './reference.js';

const UUID = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';
const UNDASHED = '019a1b2c3d4e7f508a61b2c3d4e5f607';

describe('a reference', () => {
  it('is a UUID without dashes, and is converted back to the UUID', () => {
    expect(uuidToReference(UUID)).toBe(UNDASHED);
    expect(referenceToUuid(uuidToReference(UUID.toUpperCase()))).toBe(UUID);
  });

  it('is recognised in every form in which a provider may write a UUID', () => {
    for (const form of [UUID, UNDASHED, UUID.toUpperCase(), UNDASHED.toUpperCase()]) expect(referenceToUuid(form)).toBe(UUID);
    const capitals = fc.array(fc.boolean(), { minLength: 36, maxLength: 36 });
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), capitals, (uuid, dashed, upper) => {
        const reference = [...(dashed ? uuid : uuidToReference(uuid))].map((letter, index) =>
          upper[index] ? letter.toUpperCase() : letter,
        );
        expect(referenceToUuid(reference.join(''))).toBe(uuid);
      }),
    );
  });

  it('is not the gateway’s when it is not a UUID', () => {
    const dashes = [UUID.replace('-', ''), `${UNDASHED.slice(0, 31)}-7`, UUID.replaceAll('-', '_')];
    for (const other of [...dashes, '', 'order-1', `{${UUID}}`, `${UUID} `, `${UNDASHED}0`, UNDASHED.slice(1), 'g'.repeat(32)])
      expect(referenceToUuid(other)).toBeNull();
  });

  it('is normalized to one form, while a provider’s own reference stays unchanged', () => {
    expect(normalizeReference(UNDASHED.toUpperCase())).toBe(UUID);
    expect(normalizeReference('ACQ-1')).toBe('ACQ-1');
  });

  it('fits the acquirer with the shortest references', () => {
    expect(isReference(uuidToReference(UUID))).toBe(true);
    for (const wrong of ['', UUID, 'a'.repeat(36), 'a_b', 'ä', 12, null]) expect(isReference(wrong)).toBe(false);
  });
});
