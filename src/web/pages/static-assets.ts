import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { PageOrigin } from './page-origin.js';
import type { Encoding } from './accepted-encoding.js';
import { SOURCE_ROOT } from './source-root.js';

const CONTENT_TYPE: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const HASHED_FILE = /^([\w-]+)\.([0-9a-f]{12})\.(\w+)$/;
/** The URLs of channels' drawings have no hash, because partners store these URLs. The empty group stands for the hash. */
const CHANNEL_FILE = /^(channel-[\w-]+)()\.(svg)$/;

export interface StaticAsset {
  name: string;
  hash: string;
  contentType: string;
  content: Buffer;
  /** The compressed content. An asset contains no secret that its compressed length could reveal. */
  compressed: (encoding: Encoding) => Buffer;
}

/** Reads a picture that is not a file of the program; null for an unknown name. A lasting picture never changes under its name. */
export type PictureSource = (file: string) => Promise<{ svg: Buffer; isLasting: boolean } | null>;

/** Style sheets, scripts and drawings: all files in the `public` folders of features, read once at start. */
@Injectable()
export class StaticAssets {
  private readonly assets = new Map<string, StaticAsset>();
  private source: PictureSource = () => Promise.resolve(null);

  constructor(private readonly origin: PageOrigin) {
    for (const path of listPublicFiles()) {
      const name = basename(path);
      if (this.assets.has(name)) throw new Error(`Two public files have the name ${name}, so their URL would be the same. Rename one.`);
      const content = readAsset(path);
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
      this.assets.set(name, { name, hash, content, compressed: lazyCompressor(content), contentType: CONTENT_TYPE[extname(name)] ?? '' });
    }
  }

  /** Pictures of this source take precedence over files with the same name. */
  addPictures(source: PictureSource): void {
    this.source = source;
  }

  picture(file: string): ReturnType<PictureSource> {
    return this.source(file);
  }

  /** `/assets/pages.3f9c….css` for `pages.css`. @throws Error when there is no such file. */
  urlOf(name: string): string {
    const asset = this.assets.get(name);
    if (!asset) throw new Error(`No file ${name} in a public folder. Add it, or correct the name in the template.`);
    return `${this.origin.basePath}/assets/${name.replace(/\.(?=[^.]+$)/, `.${asset.hash}.`)}`;
  }

  /** @param file last part of an asset's URL. @returns the asset, and whether the hash in the URL is the current one. */
  find(file: string): { asset: StaticAsset; isCurrent: boolean } | null {
    const [, stem, hash, extension] = HASHED_FILE.exec(file) ?? CHANNEL_FILE.exec(file) ?? [];
    const asset = this.assets.get(`${stem}.${extension}`);
    return asset ? { asset, isCurrent: asset.hash === hash } : null;
  }
}

function readAsset(path: string): Buffer {
  const extension = extname(path);
  if (extension === '.svg') return readFileSync(path);
  const text = readFileSync(path, 'utf8');
  return Buffer.from(stripComments(extension === '.css' ? inlineImports(text, dirname(path)) : text));
}

/** Replaces each `@import` with the imported style sheet, so that a browser loads one file instead of several in sequence. */
function inlineImports(text: string, folder: string): string {
  return text.replace(/^@import '([^']+)';$/gm, (_, imported: string) => readFileSync(join(folder, imported), 'utf8'));
}

/** Removes lines that are a whole comment, and indentation. Comments of several lines stay, and so do comments after code. */
function stripComments(text: string): string {
  return text.replace(/^\s*(\/\/.*|\/\*.*\*\/)$/gm, '').replace(/^\s+/gm, '');
}

function listPublicFiles(): string[] {
  return readdirSync(SOURCE_ROOT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && basename(entry.parentPath) === 'public' && extname(entry.name) in CONTENT_TYPE)
    .map((entry) => join(entry.parentPath, entry.name));
}

const COMPRESSORS = { br: brotliCompressSync, gzip: gzipSync } satisfies Record<Encoding, unknown>;

/** Compresses on first use and caches the result, so that processes without visitors start faster. */
function lazyCompressor(content: Buffer): (encoding: Encoding) => Buffer {
  const compressed: Partial<Record<Encoding, Buffer>> = {};
  return (encoding) => (compressed[encoding] ??= COMPRESSORS[encoding](content));
}
