import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicRoute } from '../../platform/access/public-route.decorator.js';
import { DomainError } from '../../common/errors/domain-error.js';
import { acceptedEncoding } from './accepted-encoding.js';
import { StaticAssets } from './static-assets.js';

export const ASSETS = '/assets';

/** Content security policy of a drawing: opened as a page of its own, it has no origin and can neither run scripts nor load anything. */
const IMAGE_ONLY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const CACHE_FOR_A_YEAR = 'public, max-age=31536000, immutable';

@ApiExcludeController()
@Controller(ASSETS)
export class AssetsController {
  constructor(private readonly assets: StaticAssets) {}

  @Get(':file')
  @PublicRoute('style sheets, scripts and drawings of the pages, the same for every visitor')
  async serve(@Param('file') file: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const picture = await this.assets.picture(file);
    if (picture) return servePicture(picture, response);
    const match = this.assets.find(file);
    if (!match) throw new DomainError('ROUTE_NOT_FOUND');
    // During a rolling update a page of the old version may request a file from a new process. The new file is sent, but not cached.
    response.setHeader('Cache-Control', match.isCurrent ? CACHE_FOR_A_YEAR : 'no-store');
    response.setHeader('Content-Type', match.asset.contentType);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.vary('Accept-Encoding');
    const encoding = acceptedEncoding(request);
    if (encoding) response.setHeader('Content-Encoding', encoding);
    response.send(encoding ? match.asset.compressed(encoding) : match.asset.content);
  }
}

function servePicture({ svg, isLasting }: { svg: Buffer; isLasting: boolean }, response: Response): void {
  response.setHeader('Cache-Control', isLasting ? CACHE_FOR_A_YEAR : 'no-cache');
  response.setHeader('Content-Type', 'image/svg+xml');
  response.setHeader('Content-Security-Policy', IMAGE_ONLY_POLICY);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.send(svg);
}
