import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicRoute } from '../../platform/access/public-route.decorator.js';
import { DomainError } from '../../common/errors/domain-error.js';
import { StaticAssets } from './static-assets.js';

export const ASSETS = '/assets';

const A_YEAR = 'public, max-age=31536000, immutable';

@ApiExcludeController()
@Controller(ASSETS)
export class AssetsController {
  constructor(private readonly assets: StaticAssets) {}

  @Get(':file')
  @PublicRoute('style sheets, scripts and drawings of the pages, the same for everybody')
  serve(@Param('file') file: string, @Req() request: Request, @Res() response: Response): void {
    const found = this.assets.find(file);
    if (!found) throw new DomainError('ROUTE_NOT_FOUND');
    // During a rolling update a page of the old version asks a process of the new one: today's style beats none, but must not stay in a cache.
    response.setHeader('Cache-Control', found.isCurrent ? A_YEAR : 'no-store');
    response.setHeader('Content-Type', found.asset.contentType);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.vary('Accept-Encoding');
    const encoding = (['br', 'gzip'] as const).find((known) => request.acceptsEncodings(known));
    if (encoding) response.setHeader('Content-Encoding', encoding);
    response.send(encoding ? found.asset.compressed(encoding) : found.asset.content);
  }
}
