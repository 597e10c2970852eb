import { optionsNamed, switchOption } from './option-kinds.ts'
import { type Options, readOptions } from './option-reader.ts'
import { controlKeyOf, keyOption, serverOption } from './run-command-line.ts'
import { blankStart, START_OPTIONS, type StartDraft } from './start-command-line.ts'

/** Options of `guildhall doctor`: what a start would use, or a running platform. */
export interface DoctorOptions
  extends Pick<StartDraft, 'host' | 'port' | 'data' | 'world' | 'databaseUrl' | 'busUrl' | 'json'> {
  /** Address of a running platform; null to check what a start needs. */
  server: string | null
  /** Key of its control API. */
  key: string | null
}

interface Draft extends StartDraft {
  server: string | null
  key: string | null
}

const OF_START = ['port', 'host', 'data', 'world', 'database-url', 'bus-url']

/** Options of `doctor`, in the order of the help. */
export const DOCTOR_OPTIONS: Options<Draft> = {
  server: { ...serverOption, help: 'a running platform: HTTP, gateway, clock, control API' },
  key: keyOption,
  ...optionsNamed(START_OPTIONS, OF_START),
  json: switchOption('json', 'print one line of JSON'),
}

/** Parses the arguments after `doctor`. Returns what is wrong with them, as text. Pure. */
export function parseDoctorOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { options: DoctorOptions } | string {
  const draft: Draft = { ...blankStart(), server: null, key: null }
  const wrong = readOptions(args, draft, DOCTOR_OPTIONS)
  if (wrong !== undefined) return wrong
  const { host, port, data, world, databaseUrl, busUrl, json, server } = draft
  return { options: { host, port, data, world, databaseUrl, busUrl, json, server, key: controlKeyOf(draft, env) } }
}
