import { readFileSync } from 'node:fs'
import { closestWord } from '../../validation/closest-word.ts'
import type { Given } from '../command.ts'
import type { Option, Options } from './option-reader.ts'

const PREFIX = 'GUILDHALL_'
const FILE = '_FILE'
/** Variables of Guildhall that name no option of `start`: those of other commands, and of the tests. */
const OTHERS =
  /^GUILDHALL_(URL|API|TOKEN|PASSWORD|ROOTS|HOSTS|RUN|OFFLINE|FRONT_PORT|PORTLESS_HOST|CONTROL_KEY|SECRET_KEY|PIN_SPLIT_DATE|UPDATE_GOLDEN|TEST_\w+|BENCH_\w+)$/
/** Larger files hold no value of an option. */
const FILE_BYTES_MAX = 64 * 1024
const ON = /^(1|true|yes|on)$/i
const OFF = /^(0|false|no|off)$/i

/** Returns the variable of an option: `--public-url` is `GUILDHALL_PUBLIC_URL`. */
function variableOf(option: string): string {
  return `${PREFIX}${option.toUpperCase().replaceAll('-', '_')}`
}

/**
 * Reads the options that stand in the environment into a draft. `NAME_FILE` names a file that holds the value; for the
 * option that names a file with a secret it is that file. An empty variable counts as absent. Returns the first thing
 * that is wrong, with the variable's name and without its value.
 */
export function readVariables<Draft>(env: Given['env'], draft: Draft, options: Options<Draft>): string | undefined {
  for (const [name, option] of Object.entries(options)) {
    const variable = variableOf(name)
    const path = env[variable + FILE] || null
    if (option.namesSecret) {
      if (path !== null) option.read(draft, path)
      continue
    }
    const given = env[variable] || null
    if (given !== null && path !== null) return `${variable} and ${variable}${FILE} are both set; remove one`
    const value = path === null ? given : readValue(path)
    if (value === null) continue
    if (typeof value === 'object') return `${variable}${FILE}: ${value.fault}`
    const wrong = readVariable(option, draft, value)
    if (wrong !== undefined) return `${path === null ? variable : variable + FILE} ${wrong}`
  }
  return undefined
}

function readVariable<Draft>(option: Option<Draft>, draft: Draft, value: string): string | undefined {
  if (option.value !== null) return option.read(draft, value)
  if (ON.test(value)) return option.read(draft, '')
  return OFF.test(value) ? undefined : 'must be true or false'
}

/** Returns the text of a file without the line break at its end. */
function readValue(path: string): string | { readonly fault: string } {
  try {
    const text = readFileSync(path, 'utf8')
    if (text.length > FILE_BYTES_MAX) return { fault: `${JSON.stringify(path)} is too large to hold a value` }
    return text.replace(/\r?\n$/, '') || { fault: `${JSON.stringify(path)} is empty` }
  } catch (error) {
    return { fault: `${JSON.stringify(path)} cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}

/** Returns a line for each variable of Guildhall's prefix that nothing reads, with the nearest known name. */
export function unknownVariables(env: Given['env'], options: Options<never>): string[] {
  const known = Object.keys(options).flatMap((name) => [variableOf(name), variableOf(name) + FILE])
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !OTHERS.test(name) && !known.includes(name))
    .map((name) => {
      const close = closestWord(name, known)
      return `${name} is unknown and has no effect${close === undefined ? '' : `; did you mean ${close}?`}`
    })
}
