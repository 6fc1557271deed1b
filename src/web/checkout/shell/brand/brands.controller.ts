import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { DomainError } from '../../../../common/errors/domain-error.js';
import { PublicRoute } from '../../../../platform/access/public-route.decorator.js';
import { type AccentTheme, accentThemes, isReadable } from '../../../../platform/partners/brand/accent.js';
import { ServiceBrandQuery } from '../../../../platform/partners/brand/service-brand.query.js';
import { BRANDS, readBrandFile } from './brand-paths.js';

const CACHE_FOR_A_YEAR = 'public, max-age=31536000, immutable';
const CONTENT_TYPE = { svg: 'image/svg+xml', png: 'image/png' };
/** Content security policy of a logo: opened as a page of its own, it has no origin and can neither run scripts nor load anything. */
const IMAGE_ONLY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Serves logos and colours of services. Their URLs contain the logo's hash or the colour, so the content of a URL never changes. */
@ApiExcludeController()
@Controller(BRANDS)
export class BrandsController {
  constructor(private readonly brands: ServiceBrandQuery) {}

  @Get(':brand')
  @PublicRoute('logos and colours of the payers’ pages, the same for everybody')
  async serve(@Param('brand') name: string, @Res() response: Response): Promise<void> {
    const file = readBrandFile(name);
    if (file && 'accent' in file && isReadable(file.accent))
      return sendImmutable(response, 'text/css; charset=utf-8', accentSheet(file.accent));
    const logo = file && 'logo' in file ? await this.brands.logo(file.logo.hash) : null;
    if (!logo || !name.endsWith(logo.type)) throw new DomainError('ROUTE_NOT_FOUND');
    response.setHeader('Content-Security-Policy', IMAGE_ONLY_POLICY);
    sendImmutable(response, CONTENT_TYPE[logo.type], logo.content);
  }
}

function sendImmutable(response: Response, contentType: string, content: string | Buffer): void {
  response.setHeader('Cache-Control', CACHE_FOR_A_YEAR);
  response.setHeader('Content-Type', contentType);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.send(content);
}

/** A style sheet with a service's colour, because the content security policy allows no inline styles. */
function accentSheet(accent: string): string {
  const { light, dark } = accentThemes(accent);
  return `${rootRule(light)}\n@media (prefers-color-scheme: dark) {\n${rootRule(dark)}\n}\n`;
}

function rootRule({ accent, strong, onAccent, tint }: AccentTheme): string {
  return `:root { --accent: ${accent}; --accent-strong: ${strong}; --on-accent: ${onAccent}; --tint: ${tint}; }`;
}
