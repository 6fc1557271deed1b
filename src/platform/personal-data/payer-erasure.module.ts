import { Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataKinds } from '../../runtime/personal-data/personal-data-kinds.js';
import { STORED_RESPONSES } from '../idempotency/erase-stored-responses.js';
import { ErasePayerService } from './erase-payer.service.js';
import { Erasures } from './erasures.js';

/** Erasing a payer on request, for the command line. */
@Module({ providers: [ErasePayerService, Erasures], exports: [ErasePayerService, Erasures] })
export class PayerErasureModule implements OnModuleInit {
  constructor(private readonly kinds: PersonalDataKinds) {}

  onModuleInit(): void {
    this.kinds.add(STORED_RESPONSES);
  }
}
