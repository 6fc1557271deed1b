import { describe, expect, it } from '@jest/globals';
import { validate } from 'dockerfile-utils';
import { readDeployed } from './support/deployed-files.js';

const dockerfile = readDeployed('Dockerfile');
const finalStage = dockerfile.split(/^FROM /m).at(-1) ?? '';

describe('the Dockerfile', () => {
  it('passes the Dockerfile linter', () => expect(validate(dockerfile)).toEqual([]));

  it('has a final stage with an unprivileged user, a health check and commands as JSON lists', () => {
    expect(finalStage).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m); // a number, so that Kubernetes can see that it is not root
    expect(finalStage).toMatch(/^HEALTHCHECK /m);
    expect(finalStage).toMatch(/^ENTRYPOINT \["/m);
    expect(finalStage).toMatch(/^CMD \["/m);
  });

  it('leaves all files and the working folder owned by root', () => {
    expect(finalStage).not.toMatch(/--chown|--chmod/);
    // COPY creates the working folder as root, WORKDIR would create it as the user of the base image.
    expect(finalStage.search(/^WORKDIR /m)).toBeGreaterThan(finalStage.lastIndexOf('\nCOPY '));
  });

  it('has a final stage with Node only, without a shell or a package manager', () => {
    expect(finalStage).toMatch(/^gcr\.io\/distroless\/nodejs\d+-debian\d+:nonroot$/m);
    expect(finalStage).not.toMatch(/^RUN /m);
  });

  it('builds and runs with the same fixed version of Node', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
    expect(images).toHaveLength(3);
    for (const image of images) expect(image).not.toMatch(/^[^:]+$|:latest$/);
    expect(new Set(images.map((image) => /node(?:js)?:?(\d+)/.exec(image)?.[1])).size).toBe(1);
  });
});
