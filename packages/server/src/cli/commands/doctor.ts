import type { Command, Given } from '../command.ts'
import type { DoctorOptions } from '../doctor/run-doctor.ts'
import { readVariables } from '../options/environment.ts'
import { optionsNamed, switchOption } from '../options/option-kinds.ts'
import { type Options, readOptions } from '../options/option-reader.ts'
import { blankStart, START_OPTIONS, type StartDraft } from '../options/start-options.ts'
import { controlKeyOf, keyOption, serverOption } from '../options/target-options.ts'

interface Draft extends StartDraft {
  server: string | null
  key: string | null
}

const OF_START = ['port', 'host', 'data', 'world', 'database-url', 'files-url', 'bus-url']

/** Options of `doctor`, in the order of the help. */
const DOCTOR_OPTIONS: Options<Draft> = {
  server: { ...serverOption, help: 'a running platform: HTTP, gateway, clock, control API, media of calls' },
  key: keyOption,
  ...optionsNamed(START_OPTIONS, OF_START),
  json: switchOption('json', 'print one line of JSON'),
}

/** `guildhall doctor`: checks of this machine, and of a running platform. */
export const doctor: Command<DoctorOptions> = {
  name: 'doctor',
  usage: '[options]',
  help: ['check this machine, and a running platform; exit code 1 where something cannot work'],
  title: 'Options of doctor:',
  options: DOCTOR_OPTIONS,
  parse,
  run: async (options) => (await import('../doctor/run-doctor.ts')).runDoctor(options),
}

function parse({ args, env }: Given): { options: DoctorOptions } | string {
  const draft: Draft = { ...blankStart(), server: null, key: null }
  const wrong =
    readVariables(env, draft, optionsNamed(START_OPTIONS, OF_START)) ?? readOptions(args, draft, DOCTOR_OPTIONS)
  if (wrong !== undefined) return wrong
  const { host, port, data, world, databaseUrl, filesUrl, busUrls, json, server } = draft
  return {
    options: { host, port, data, world, databaseUrl, filesUrl, busUrls, json, server, key: controlKeyOf(draft, env) },
  }
}
