import { describe, expect, it } from '@jest/globals';
import { validate } from 'dockerfile-utils';
import { readDeployed } from './support/deployed-files.js';

const dockerfile = readDeployed('Dockerfile');

describe('the Dockerfile', () => {
  it('passes the Dockerfile linter', () => expect(validate(dockerfile)).toEqual([]));

  it('ends as a user without rights, with a health check and the command as a list', () => {
    const last = dockerfile.split(/^FROM /m).at(-1) ?? '';
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).toMatch(/^CMD \["node"/m);
  });

  it('names a version of each image it begins with', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
    expect(images).toHaveLength(3);
    for (const image of images) expect(image).toMatch(/:\d/);
  });
});
