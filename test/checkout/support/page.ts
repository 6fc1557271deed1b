import { get } from 'node:http';
import { type HTMLElement, parse } from 'node-html-parser';

export interface FetchedPage {
  status: number;
  headers: Headers;
  html: string;
  document: HTMLElement;
  /** Visible text with single spaces. */
  text: string;
}

export async function getPage(url: string, headers: Record<string, string> = {}): Promise<FetchedPage> {
  return read(await fetch(url, { headers: { 'accept-language': 'en', ...headers }, redirect: 'manual' }));
}

/** Posts a form like a browser on the page itself. */
export async function postForm(
  url: string,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<FetchedPage> {
  const body = new URLSearchParams(fields);
  return read(
    await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { 'accept-language': 'en', 'sec-fetch-site': 'same-origin', ...headers },
    }),
  );
}

async function read(response: Response): Promise<FetchedPage> {
  const html = await response.text();
  const document = parse(html, { blockTextElements: { script: true, style: true, pre: true } }); // parses noscript like a browser without scripts
  const text = (document.querySelector('body')?.textContent ?? '')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { status: response.status, headers: response.headers, html, document, text };
}

/** The number of bytes that a browser receives, with the compression that browsers accept. */
export function transferredBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    }).on('error', reject);
  });
}
