import { Injectable } from '@nestjs/common';

/** Says whether new requests should still be sent here; turned off first when the process shuts down. */
@Injectable()
export class Readiness {
  stopping = false;
}
