import { describe, expect, it } from '@jest/globals';
import { PageOrigin } from './page-origin.js';
import { PageRenderer } from './page-renderer.js';
import { StaticAssets } from './static-assets.js';

const origin = new PageOrigin('https://pay.example/gateway/');
const pages = new PageRenderer(new StaticAssets(origin), origin);

describe('rendering a page', () => {
  it('escapes printed values', () => {
    const html = pages.render('web/pages/templates/layout', { title: `<b>"it's" & more</b>`, body: '' }, { locale: 'pl' });
    expect(html).toContain('<title>&lt;b&gt;&quot;it&#39;s&quot; &amp; more&lt;/b&gt;</title>');
    expect(html).toContain('<html lang="pl">');
  });

  it('throws for a missing value, with the name of the template', () => {
    expect(() => pages.render('web/pages/templates/layout', { body: '' }, { locale: 'en' })).toThrow(/layout\.eta/);
  });

  it('shows no language switch on a page without a path', () => {
    expect(pages.render('web/pages/templates/layout', { title: 'x', body: '' }, { locale: 'en' })).not.toContain('<nav');
  });

  it('adds the path prefix of the origin and the chosen language to links', () => {
    expect(pages.link('/pay/1', null)).toBe('/gateway/pay/1');
    expect(pages.link('/pay/1?a=b', 'pl')).toBe('/gateway/pay/1?a=b&lang=pl');
  });

  it('throws for a link to a missing file', () => {
    expect(() => pages.render('web/pages/templates/layout', { title: 'x', body: '', styles: ['none.css'] }, { locale: 'en' })).toThrow(
      /none\.css/,
    );
  });
});
