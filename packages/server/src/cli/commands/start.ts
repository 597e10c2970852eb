import type { Command } from '../command.ts'
import { PIN_SPLIT_DATE, parseStartOptions, START_OPTIONS, type StartOptions } from '../options/start-options.ts'

/** `guildhall start`: a platform. */
export const start: Command<StartOptions> = {
  name: 'start',
  usage: '[options]',
  help: ['start a platform; npm start -- [options] from a checkout'],
  title: 'Options of start, with what holds without them in brackets:',
  options: START_OPTIONS,
  notes: [
    'Each option of start also has a variable: --public-url is GUILDHALL_PUBLIC_URL, or GUILDHALL_PUBLIC_URL_FILE for a file.',
    `${PIN_SPLIT_DATE} in the environment: 2026-01-12 or 2026-02-23 (the later).`,
    'OTEL_EXPORTER_OTLP_ENDPOINT in the environment: traces, metrics and the log go to that collector, by OTLP over HTTP.',
  ],
  parse: parseStartOptions,
  run: async (options) => (await import('../start/start.ts')).start(options),
}
