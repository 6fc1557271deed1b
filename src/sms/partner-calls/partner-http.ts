import { Injectable } from '@nestjs/common';

export interface PartnerHttpAnswer {
  /** Null when no complete answer came. */
  status: number | null;
  body: string;
  problem: string | null;
  retryAfterMs: number | null;
}

@Injectable()
export class PartnerHttp {
  post(_url: string, _form: string): Promise<PartnerHttpAnswer> {
    return Promise.resolve({ status: null, body: '', problem: 'not yet', retryAfterMs: null });
  }
}
