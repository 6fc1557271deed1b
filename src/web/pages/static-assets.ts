import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { PageOrigin } from './page-origin.js';
import { SOURCE_ROOT } from './source-root.js';

const CONTENT_TYPE: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const HASHED = /^([\w-]+)\.([0-9a-f]{12})\.(\w+)$/;
/** Marks of channels, whose addresses partners keep. */
const LASTING = /^(channel-[\w-]+)()\.(svg)$/;

export interface StaticAsset {
  name: string;
  hash: string;
  contentType: string;
  content: Buffer;
  /** The same, as browsers take it that say so. Nothing secret is in an asset, so its length may tell what it likes. */
  compressed: (encoding: Encoding) => Buffer;
}

/** Style sheets, scripts and drawings: every file in a feature's `public` folder, read once at start. */
@Injectable()
export class StaticAssets {
  private readonly assets = new Map<string, StaticAsset>();

  constructor(private readonly origin: PageOrigin) {
    for (const path of publicFiles()) {
      const name = basename(path);
      if (this.assets.has(name)) throw new Error(`Two public files are called ${name}; their address would be the same.`);
      const content = readAsset(path);
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
      this.assets.set(name, { name, hash, content, compressed: compressedOnce(content), contentType: CONTENT_TYPE[extname(name)] ?? '' });
    }
  }

  /** `/assets/pages.3f9c….css` for `pages.css`. @throws Error when there is no such file: a page must not ship a dead link. */
  urlOf(name: string): string {
    const asset = this.assets.get(name);
    if (!asset) throw new Error(`There is no public file called ${name}.`);
    return `${this.origin.basePath}/assets/${name.replace(/\.(?=[^.]+$)/, `.${asset.hash}.`)}`;
  }

  /** The asset that the last part of such an address means, and whether the hash is the present one. */
  find(file: string): { asset: StaticAsset; isCurrent: boolean } | null {
    const [, stem, hash, extension] = HASHED.exec(file) ?? LASTING.exec(file) ?? [];
    const asset = this.assets.get(`${stem}.${extension}`);
    return asset ? { asset, isCurrent: asset.hash === hash } : null;
  }
}

function readAsset(path: string): Buffer {
  const extension = extname(path);
  if (extension === '.svg') return readFileSync(path);
  const text = readFileSync(path, 'utf8');
  return Buffer.from(withoutComments(extension === '.css' ? withImports(text, dirname(path)) : text));
}

/** Style sheets in the place of their `@import`: a browser then asks for one file and not for one after the other. */
function withImports(text: string, folder: string): string {
  return text.replace(/^@import '([^']+)';$/gm, (_, other: string) => readFileSync(join(folder, other), 'utf8'));
}

/** What stands there for people only: lines that are a comment, and indentation. */
function withoutComments(text: string): string {
  return text.replace(/^\s*(\/\/.*|\/\*.*\*\/)$/gm, '').replace(/^\s+/gm, '');
}

function publicFiles(): string[] {
  return readdirSync(SOURCE_ROOT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && basename(entry.parentPath) === 'public' && extname(entry.name) in CONTENT_TYPE)
    .map((entry) => join(entry.parentPath, entry.name));
}

const COMPRESS = { br: brotliCompressSync, gzip: gzipSync };

type Encoding = keyof typeof COMPRESS;

/** Compresses when an encoding is first asked for: processes that serve no page start sooner. */
function compressedOnce(content: Buffer): (encoding: Encoding) => Buffer {
  const made: Partial<Record<Encoding, Buffer>> = {};
  return (encoding) => (made[encoding] ??= COMPRESS[encoding](content));
}
