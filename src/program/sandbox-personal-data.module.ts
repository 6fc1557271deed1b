import { Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataRegistry } from '../runtime/personal-data/personal-data-registry.js';
import { SANDBOX_PERSONAL_DATA } from '../sandbox/cleanup/sandbox-personal-data.js';

/** Registers the sandbox's tables for the erasure of payers. These tables exist even while the sandbox does not run. */
@Module({})
export class SandboxPersonalDataModule implements OnModuleInit {
  constructor(private readonly registry: PersonalDataRegistry) {}

  onModuleInit(): void {
    this.registry.add(...SANDBOX_PERSONAL_DATA);
  }
}
