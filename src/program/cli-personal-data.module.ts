import { Module, type OnModuleInit } from '@nestjs/common';
import { STORED_RESPONSES } from '../platform/idempotency/personal-data.js';
import { ErasePayerService } from '../platform/personal-data/erase-payer.service.js';
import { Erasures } from '../platform/personal-data/erasures.js';
import { PersonalDataRegistry } from '../platform/personal-data/personal-data-registry.js';
import { SANDBOX_PERSONAL_DATA } from '../sandbox/cleanup/personal-data.js';

/**
 * Erasure of a payer on request, for the command line. Registers the tables whose own modules the command line does not start. The sandbox's
 * tables exist even while the sandbox does not run.
 */
@Module({ providers: [ErasePayerService, Erasures], exports: [ErasePayerService, Erasures] })
export class CliPersonalDataModule implements OnModuleInit {
  constructor(private readonly registry: PersonalDataRegistry) {}

  onModuleInit(): void {
    this.registry.add(STORED_RESPONSES, ...SANDBOX_PERSONAL_DATA);
  }
}
