import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChannelMark } from './channel-mark.entity.js';
import { ChannelMarksQuery } from './channel-marks.query.js';
import { ReplaceChannelMarks } from './replace-channel-marks.service.js';

const SERVICES = [ChannelMarksQuery, ReplaceChannelMarks];

/** The marks: logos of channels. */
@Module({ imports: [TypeOrmModule.forFeature([ChannelMark])], providers: SERVICES, exports: SERVICES })
export class MarksModule {}
