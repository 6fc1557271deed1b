import { Injectable } from '@nestjs/common';

/** Whether proxies should still send requests to this process. A shutdown sets `stopping` first. */
@Injectable()
export class Readiness {
  stopping = false;
}
