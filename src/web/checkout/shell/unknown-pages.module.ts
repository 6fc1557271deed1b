import { Module } from '@nestjs/common';
import { CheckoutShellModule } from './checkout-shell.module.js';
import { UnknownPageController } from './unknown-page.controller.js';

/** A module of its own, because routes stand in the order in which modules are imported: this one comes after the products'. */
@Module({ imports: [CheckoutShellModule], controllers: [UnknownPageController] })
export class UnknownPagesModule {}
