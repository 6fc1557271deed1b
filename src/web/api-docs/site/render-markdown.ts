import { Marked, type Tokens } from 'marked';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
/** Outside of tags quotes need no escape. JSON examples have many quotes. */
const escapeText = (text: string): string => text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');

/** The same anchors of headings as on GitHub and GitLab, so that links work on these sites and here. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

/**
 * Renders a document of the project as HTML without inline styles, scripts and raw markup, as the content security policy requires.
 * @param linkTo returns the URL of a link, or null when the site has no such page. Then only the link's text is printed.
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
