import { Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataRegistry } from '../../runtime/personal-data/personal-data-registry.js';
import { STORED_RESPONSES } from '../idempotency/erase-stored-responses.js';
import { ErasePayerService } from './erase-payer.service.js';
import { Erasures } from './erasures.js';

/** Erasure of a payer on request, for the command line. */
@Module({ providers: [ErasePayerService, Erasures], exports: [ErasePayerService, Erasures] })
export class PayerErasureModule implements OnModuleInit {
  constructor(private readonly sources: PersonalDataRegistry) {}

  onModuleInit(): void {
    this.sources.add(STORED_RESPONSES);
  }
}
