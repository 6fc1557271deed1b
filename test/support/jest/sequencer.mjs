import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * The order of files is the same on every machine, whatever jest remembers of earlier runs.
 * The largest files run first, because most of them take longest.
 * `ORDER_SEED` shuffles the files, to find files that make others fail.
 */
export default class FileSequencer extends Sequencer {
  sort(tests) {
    const seed = process.env.ORDER_SEED;
    const files = tests.map((test) => {
      const name = relative(test.context.config.rootDir, test.path);
      return { test, name, weight: seed === undefined ? statSync(test.path).size : hash(`${seed} ${name}`) };
    });
    return files.sort((one, other) => other.weight - one.weight || (one.name < other.name ? -1 : 1)).map(({ test }) => test);
  }
}

const hash = (text) => createHash('sha256').update(text).digest().readUInt32BE();
