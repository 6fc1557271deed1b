export type Section = readonly [heading: string, body: string];

/** Blocks of text under headings; an empty block says so. */
export function sections(blocks: readonly Section[]): string {
  return blocks.map(([heading, body]) => `${heading}\n${'─'.repeat(heading.length)}\n${body || 'none'}`).join('\n\n');
}
