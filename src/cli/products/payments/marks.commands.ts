import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHANNEL_IDS, isChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { ChannelMarksQuery } from '../../../products/payments/payment-methods/marks/channel-marks.query.js';
import { MarkError, readMark } from '../../../products/payments/payment-methods/marks/mark.js';
import { ReplaceChannelMarks } from '../../../products/payments/payment-methods/marks/replace-channel-marks.service.js';
import { changeCommand, command, noun } from '../../command.js';
import { argument } from '../../inputs.js';
import { type CommandResult, listResult } from '../../output/result.js';
import { viewOf } from '../../output/view.js';
import type { Services } from '../../queries.js';
import type { Session } from '../../session.js';
import { UserError } from '../../user-error.js';

const MARK_FILE = /^(.+?)(\.dark)?\.svg$/;

const MARK = viewOf<{ channel: string; light: string; dark: string }>()({ channel: 'channel', light: 'light', dark: 'dark' });

const importMarks = changeCommand({
  description: 'replace all marks with those in a folder',
  takes: { folder: argument('<folder>', 'with drawings such as mbank.svg, and mbank.dark.svg for dark backgrounds') },
  notes: 'The files are named after channels. Use marks for which you have a licence: docs/marks.md lists where each scheme provides them.',
  examples: ['channels marks import marks/'],
  async run({ app, session }, { folder }) {
    const drawings = await readMarks(folder);
    await withUserErrors(() => app.get(ReplaceChannelMarks).run(drawings));
    return marksResult({ app, session });
  },
});

const list = command({
  description: 'list the channels that have a mark, and its digest; all others have a neutral drawing of their kind',
  examples: ['channels marks list', 'channels marks list --json'],
  run: marksResult,
});

const clear = changeCommand({
  description: 'show neutral drawings for all channels again',
  examples: ['channels marks clear'],
  async run({ app, session }) {
    await app.get(ReplaceChannelMarks).run([]);
    return marksResult({ app, session });
  },
});

export const channels = noun({
  examples: ['channels marks list'],
  commands: {
    marks: noun({
      description: 'the marks of payment methods on the payers’ pages',
      examples: ['channels marks import marks/', 'channels marks list'],
      commands: { import: importMarks, list, clear },
    }),
  },
});

async function marksResult({ app, session }: { app: Services; session: Session }): Promise<CommandResult> {
  const installed = await app.get(ChannelMarksQuery).all();
  const rows = CHANNEL_IDS.map((channel) => {
    const digest = (theme: string): string =>
      installed.find((mark) => mark.channel === channel && mark.theme === theme)?.hash.slice(0, 12) ?? '';
    return { channel, light: digest('light'), dark: digest('dark') };
  }).filter(({ light }) => light !== '');
  return listResult(session, MARK, rows, 'No channel has a mark. Neutral drawings are shown.');
}

/** Reads and checks all files before any mark is changed. */
async function readMarks(folder: string) {
  const names = await readdir(folder).catch(() => {
    throw new UserError(`The folder ${folder} cannot be read.`);
  });
  const files = names.filter((name) => name.endsWith('.svg')).sort();
  if (files.length === 0) throw new UserError(`There is no SVG in ${folder}. To show neutral drawings again: channels marks clear.`);
  const drawings = await Promise.all(files.map((file) => readMarkFile(folder, file)));
  const lightChannels = drawings.filter(({ theme }) => theme === 'light').map(({ channel }) => channel);
  const darkOnly = drawings.find(({ channel }) => !lightChannels.includes(channel));
  if (darkOnly) throw new UserError(`There is ${darkOnly.channel}.dark.svg, but no ${darkOnly.channel}.svg.`);
  return drawings;
}

async function readMarkFile(folder: string, file: string) {
  const [, channel, dark] = MARK_FILE.exec(file) ?? [];
  if (!isChannelId(channel)) throw new UserError(`There is no channel for ${file}. The channels are ${CHANNEL_IDS.join(', ')}.`);
  const theme = dark ? 'dark' : 'light';
  const content = await readFile(join(folder, file)).catch(() => {
    throw new UserError(`The file ${file} cannot be read.`);
  });
  return { channel, theme, ...(await withUserErrors(() => readMark(content, `${channel}-${theme}`), file)) } as const;
}

/** Turns a MarkError into a message for the user. */
async function withUserErrors<T>(work: () => T | Promise<T>, file?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof MarkError ? new UserError([file, error.message].filter(Boolean).join(': ')) : error;
  }
}
