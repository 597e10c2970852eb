import { parseEnv } from 'node:util'
import { ownerOfPublicToken } from './public-token.ts'
import type { Environment } from './techniques.ts'

/** Values that programs read from their environment. Null where they are not known. */
export interface ProgramFacts {
  /** Address of the platform. */
  readonly url: string
  /** Key of the control API; null where the program may not have it. */
  readonly controlKey: string | null
  readonly token: string
  readonly applicationId: string
  readonly publicKey: string | null
  readonly clientSecret: string | null
  /** A guild that the bot is in. */
  readonly guildId: string | null
}

type Kind = 'token' | 'applicationId' | 'publicKey' | 'clientSecret' | 'guildId'

/** Variables that receive a value, as real programs name them. */
const NAMES: Readonly<Record<Exclude<Kind, 'token'>, readonly string[]>> = {
  applicationId: ['APPLICATION_ID', 'CLIENT_ID', 'DISCORD_APPLICATION_ID', 'DISCORD_CLIENT_ID'],
  publicKey: ['DISCORD_PUBLIC_KEY', 'PUBLIC_KEY'],
  clientSecret: ['CLIENT_SECRET', 'DISCORD_CLIENT_SECRET'],
  guildId: ['DISCORD_GUILD_ID', 'GUILD_ID'],
}
/** Names of a program's own file by kind, in capitals with underscores. */
const PATTERNS: Readonly<Record<Kind, RegExp>> = {
  token: /^(?:.*DISCORD.*_|(?:.*_)?BOT_)?TOKEN$|^(?:DISCORD|BOT)_(?:KEY|SECRET)$/,
  applicationId: /(?:^|_)(?:CLIENT|APPLICATION|APP|BOT)_?ID$/,
  publicKey: /(?:^|_)PUBLIC_?KEY$/,
  clientSecret: /(?:^|_)CLIENT_?SECRET$/,
  guildId: /(?:^|_)(?:GUILD|SERVER)_?ID$/,
}
/** Values of the public platform by kind. Others belong to another service, and are kept. */
const SHAPES: Readonly<Record<Kind, RegExp>> = {
  token: /^[\w-]{20,}\.[\w-]+\.[\w-]{20,}$/,
  applicationId: /^\d{17,20}$/,
  publicKey: /^[0-9a-f]{64}$/i,
  clientSecret: /^[\w-]{32}$/,
  guildId: /^\d{17,20}$/,
}
/** Texts that example files have in place of a value. */
const PLACEHOLDER = /^\W*$|your|change|replace|placeholder|example|insert|xxx|<.*>|\.\.\.|\bhere\b|^0+$|^1234\d*$/i

export interface ProgramVariables {
  readonly variables: Readonly<Record<string, string>>
  /** Names of the variables with the token. */
  readonly tokenNames: readonly string[]
  /** Names whose value in the user's environment or file looks like a token of the public platform. */
  readonly publicTokens: readonly string[]
}

/**
 * Returns the variables that a program gets besides those that lead it here. A value of the user's environment under a
 * name that is not the public platform's alone is kept if it belongs to another service. A token of the public platform
 * is replaced under any name.
 *
 * @param names variables that receive the token in any case
 * @param file text of a program's own `.env` file; null without
 */
export function programVariables(
  facts: ProgramFacts,
  { names, given, file }: { names: readonly string[]; given: Environment; file: string | null },
): ProgramVariables {
  const ofFile = file === null ? {} : fileVariables(facts, given, file)
  const publicTokens = [...Object.entries(given), ...Object.entries(file === null ? {} : parseEnv(file))]
    .filter(([, value]) => ownerOfPublicToken(value ?? '') !== null && value !== facts.token)
    .map(([name]) => name)
  const variables: Record<string, string> = {
    ...ofFile,
    GUILDHALL_URL: facts.url,
    GUILDHALL_SERVER: facts.url,
    GUILDHALL_API: `${facts.url}/api`,
    ...(facts.controlKey !== null && { GUILDHALL_CONTROL_KEY: facts.controlKey }),
    ...factVariables(facts, given),
    ...Object.fromEntries([...names, ...publicTokens].map((name) => [name, facts.token])),
  }
  const withToken = Object.keys(variables).filter((name) => variables[name] === facts.token)
  return {
    variables,
    tokenNames: [...new Set([...names, ...withToken])],
    publicTokens: [...new Set(publicTokens)],
  }
}

function factVariables(facts: ProgramFacts, given: Environment): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [kind, names] of Object.entries(NAMES) as [Exclude<Kind, 'token'>, readonly string[]][]) {
    const value = facts[kind]
    if (value === null) continue
    for (const name of names) if (isReplaced(kind, name, given)) found[name] = value
  }
  return found
}

function isReplaced(kind: Kind, name: string, given: Environment): boolean {
  const value = given[name]
  if (!value || name.startsWith('DISCORD_')) return true
  // A secret belongs to the id beside it, whose shape tells more.
  const isOfOther = name === 'CLIENT_SECRET' && !isReplaced('applicationId', 'CLIENT_ID', given)
  return SHAPES[kind].test(value) && !isOfOther
}

/** Returns the variables of a program's own file, with this platform's values where they are the public platform's. */
function fileVariables(facts: ProgramFacts, given: Environment, file: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, value = ''] of Object.entries(parseEnv(file))) {
    if (given[name]) continue // As programs that read such files have it.
    const kind = kindOf(name, value)
    const replaced = kind === null ? null : facts[kind]
    if (replaced !== null) found[name] = replaced
    else if (!PLACEHOLDER.test(value)) found[name] = value
  }
  return found
}

function kindOf(name: string, value: string): Kind | null {
  if (ownerOfPublicToken(value) !== null) return 'token'
  const plain = name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
  const kind = (Object.keys(PATTERNS) as Kind[]).find((entry) => PATTERNS[entry].test(plain))
  return kind !== undefined && (PLACEHOLDER.test(value) || SHAPES[kind].test(value)) ? kind : null
}
