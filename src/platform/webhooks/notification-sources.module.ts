import { Module } from '@nestjs/common';
import { NotificationSourcesController } from './notification-sources.controller.js';

@Module({ controllers: [NotificationSourcesController] })
export class NotificationSourcesModule {}
