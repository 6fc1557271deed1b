import { Marked, type Tokens } from 'marked';

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? '');
/** Quotes need no escape outside of tags, and JSON examples have many. */
const escapeText = (text: string): string => text.replace(/[&<>]/g, (character) => ESCAPED[character] ?? '');

/** As GitHub and GitLab name the headings of a document, so that links work there and here. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

/**
 * A document of the project as HTML for pages that allow no inline styles, scripts or raw markup.
 * @param linkTo address of a link; null: there is no such page, and the link is only its text.
 */
export function renderMarkdown(markdown: string, linkTo: (href: string) => string | null): string {
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading): string {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const [target, text] = [linkTo(href), this.parser.parseInline(tokens)];
        return target === null ? text : `<a href="${escape(target)}">${text}</a>`;
      },
      code: ({ text }: Tokens.Code): string => `<pre class="wrap"><code>${escapeText(text)}</code></pre>\n`,
      html: (): string => '',
      table({ header, rows }: Tokens.Table): string {
        const cells = (row: Tokens.TableCell[], tag: string): string =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>\n`;
        return `<div class="wide-table" tabindex="0" role="group" aria-label="Table"><table>\n<thead>${cells(header, 'th')}</thead>\n<tbody>${rows.map((row) => cells(row, 'td')).join('')}</tbody>\n</table></div>\n`;
      },
    },
  }).parse(markdown, { async: false });
}
