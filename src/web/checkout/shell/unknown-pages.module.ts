import { Module } from '@nestjs/common';
import { CheckoutShellModule } from './checkout-shell.module.js';
import { UnknownPageController } from './unknown-page.controller.js';

/** A separate module that is imported after the products' modules, because routes are matched in the order of the modules. */
@Module({ imports: [CheckoutShellModule], controllers: [UnknownPageController] })
export class UnknownPagesModule {}
