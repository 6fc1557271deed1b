import { Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataRegistry } from '../runtime/personal-data/personal-data-registry.js';
import { SANDBOX_PERSONAL_DATA } from '../sandbox/cleanup/sandbox-personal-data.js';

/** Lets erasures of payers reach the tables of the simulated parties, which exist even while these do not run. */
@Module({})
export class SandboxPersonalDataModule implements OnModuleInit {
  constructor(private readonly kinds: PersonalDataRegistry) {}

  onModuleInit(): void {
    this.kinds.add(...SANDBOX_PERSONAL_DATA);
  }
}
