import { Injectable } from '@nestjs/common';

/** Whether proxies should still send requests here. A shutdown sets `stopping` before anything else. */
@Injectable()
export class Readiness {
  stopping = false;
}
