import { describe, expect, it } from '@jest/globals';
import { validate } from 'dockerfile-utils';
import { readDeployed } from './support/deployed-files.js';

const dockerfile = readDeployed('Dockerfile');
const last = dockerfile.split(/^FROM /m).at(-1) ?? '';

describe('the Dockerfile', () => {
  it('passes the Dockerfile linter', () => expect(validate(dockerfile)).toEqual([]));

  it('ends as a user without rights, with a health check and the command as a list', () => {
    expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m); // a number, so that Kubernetes can see that it is not root
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).toMatch(/^ENTRYPOINT \["/m);
    expect(last).toMatch(/^CMD \["/m);
  });

  it('leaves every file and the folder to root', () => {
    expect(last).not.toMatch(/--chown|--chmod/);
    expect(last.search(/^WORKDIR /m)).toBeGreaterThan(last.lastIndexOf('\nCOPY ')); // COPY makes the folder as root, WORKDIR as the base's user
  });

  it('ends with Node alone: no shell, no package manager', () => {
    expect(last).toMatch(/^gcr\.io\/distroless\/nodejs\d+-debian\d+:nonroot$/m);
    expect(last).not.toMatch(/^RUN /m);
  });

  it('builds and runs with the same version of Node, and never with whatever is latest', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
    expect(images).toHaveLength(3);
    for (const image of images) expect(image).not.toMatch(/^[^:]+$|:latest$/);
    expect(new Set(images.map((image) => /node(?:js)?:?(\d+)/.exec(image)?.[1])).size).toBe(1);
  });
});
