import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { PageOrigin } from './page-origin.js';

const SELF = ["'self'"];
const NONE = ["'none'"];

/** Sets the headers of all pages: no inline code, nothing from other origins, no frames, no cache, no referrer for other sites. */
@Injectable()
export class PageSecurity implements NestMiddleware {
  private readonly protect: RequestHandler;

  constructor(origin: PageOrigin) {
    this.protect = helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: NONE,
          styleSrc: SELF,
          scriptSrc: SELF,
          imgSrc: SELF,
          connectSrc: SELF,
          formAction: SELF,
          frameAncestors: NONE,
          baseUri: NONE,
          // Scripts cannot turn text into markup or code, even if a script of the gateway has a defect.
          requireTrustedTypesFor: ["'script'"],
        },
      },
      // With `no-referrer` a browser would send the gateway's own forms with the origin `null`, which `CsrfGuard` rejects.
      referrerPolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
      strictTransportSecurity: origin.isHttps,
    });
  }

  use(request: Request, response: Response, next: NextFunction): void {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader(
      'Permissions-Policy',
      'camera=(), clipboard-read=(), clipboard-write=(self), geolocation=(), microphone=(), payment=(), usb=()',
    );
    response.vary('Accept-Language');
    this.protect(request, response, next);
  }
}
