import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { chown, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locateCluster } from './location.js';

const ORDINARY_USER = 12_345;

describe('the database folder of an ordinary user', () => {
  const folders: string[] = [];
  const newFolder = async (): Promise<string> => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'gateway-location-')));
    folders.push(folder);
    return folder;
  };
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  it('is located by its real path when it is a link to another disk', async () => {
    const [dataDir, elsewhere] = [await newFolder(), await newFolder()];
    await symlink(elsewhere, join(dataDir, 'postgres'));
    if (process.getuid?.() === 0) {
      await chown(elsewhere, ORDINARY_USER, ORDINARY_USER);
      jest.spyOn(process as Required<typeof process>, 'getuid').mockReturnValue(ORDINARY_USER);
    }
    const location = await locateCluster(dataDir, () => undefined);
    expect(location).toMatchObject({ home: elsewhere, data: join(elsewhere, 'data'), user: undefined });
  });
});
