import { createPrivateKey } from 'node:crypto'
import { ChannelType } from '@guildhall/protocol'
import { redirectFault } from '../resources/accounts/applications/index.ts'
import { mappingFaults } from '../resources/apps/activities/index.ts'
import { issuerFault } from '../resources/apps/provisional-accounts/index.ts'
import { checkConversations, checkForum, checkThreadCount } from './conversation-references.ts'
import { type FaultList, pathTo } from './faults.ts'
import { checkEvents, checkExpressions, checkRules } from './guild-part-references.ts'
import {
  applicationsOf,
  botsOf,
  channelsOf,
  checkMember,
  EVERYONE,
  ownerOf,
  type Place,
  refer,
  rolesOf,
  usersOf,
} from './reference-targets.ts'
import { idInToken } from './token-id.ts'
import type { World, WorldApplication, WorldChannel, WorldGuild } from './world.ts'
import { statedIds } from './world-ids.ts'

/**
 * Checks the conditions that a schema cannot express: references without a target, duplicates, values that exclude
 * each other.
 */
export function checkReferences(world: World, faults: FaultList): void {
  for (const [key, application] of Object.entries(world.applications)) {
    checkApplication(world, key, application, pathTo('applications', key), faults)
  }
  for (const [key, guild] of Object.entries(world.guilds)) checkGuild(world, guild, pathTo('guilds', key), faults)
  checkUnique(world, faults)
}

function checkOwner(world: World, owner: string | undefined, path: string, faults: FaultList): void {
  if (owner !== undefined) refer(usersOf(world), owner, `${path}.owner`, faults)
  else if (Object.keys(world.users).length === 0 && !faults.has('users'))
    faults.add(`${path}.owner`, 'is missing, and there is no user')
}

function checkApplication(
  world: World,
  key: string,
  application: WorldApplication,
  path: string,
  faults: FaultList,
): void {
  checkOwner(world, application.owner, path, faults)
  const { bot, parent, signing_key, url_mappings } = application
  const named = bot?.token === undefined ? undefined : idInToken(bot.token)
  const botId = bot?.id ?? (named === undefined ? application.id : undefined)
  if (named !== undefined && botId !== undefined && named !== botId) {
    faults.add(`${path}.bot.token`, `is of the user ${named}, not ${botId}`)
  }
  if (parent !== undefined && refer(applicationsOf(world), parent, `${path}.parent`, faults)) {
    if (parent === key) faults.add(`${path}.parent`, 'an application cannot be its own parent')
    else if (world.applications[parent]?.parent !== undefined)
      faults.add(`${path}.parent`, 'a parent cannot have a parent itself')
    else if (isPublicClient(world, key) !== isPublicClient(world, parent))
      faults.add(`${path}.parent`, 'both must be public clients, or neither')
  }
  for (const [index, { issuer }] of (application.external_auth ?? []).entries()) {
    const fault = issuerFault(issuer)
    if (fault) faults.add(`${path}.external_auth[${index}].issuer`, fault)
  }
  for (const [index, uri] of (application.redirect_uris ?? []).entries()) {
    const fault = redirectFault(uri)
    if (fault) faults.add(`${path}.redirect_uris[${index}]`, `${fault.message} It must be an absolute address.`)
  }
  if (signing_key !== undefined && !isEd25519(signing_key)) {
    faults.add(`${path}.signing_key`, 'must be an Ed25519 key, PKCS#8 DER in base64')
  }
  for (const { path: place, message } of mappingFaults(url_mappings ?? [])) {
    const [index, field] = place
    faults.add(`${path}.url_mappings${index === undefined ? '' : `[${index}].${field}`}`, message)
  }
}

/** Whether an application is a public client. A child without the field inherits it from its parent. [AUT-27] */
export function isPublicClient({ applications }: Pick<World, 'applications'>, key: string): boolean {
  const application = applications[key]
  if (application?.public_client !== undefined) return application.public_client
  return applications[application?.parent ?? '']?.public_client ?? false
}

function isEd25519(key: string): boolean {
  try {
    return (
      createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' }).asymmetricKeyType ===
      'ed25519'
    )
  } catch {
    return false
  }
}

function checkGuild(world: World, guild: WorldGuild, path: string, faults: FaultList): void {
  checkOwner(world, guild.owner, path, faults)
  const members = new Set<string>()
  const owner = ownerOf(world, guild)
  for (const [index, key] of (guild.members ?? []).entries()) {
    const at = pathTo(`${path}.members`, index)
    if (members.has(key)) faults.add(at, `${JSON.stringify(key)} is listed twice`)
    else refer(usersOf(world), key, at, faults)
    // Includes a role without an owner: references to it would only repeat the fault.
    members.add(key)
  }
  if (owner !== undefined) members.add(owner)
  const place = { world, guild, members, path, faults }
  checkBots(place)
  checkRoles(place)
  for (const [key, channel] of Object.entries(guild.channels ?? {})) {
    checkChannel(place, channel, pathTo(`${path}.channels`, key))
  }
  checkThreadCount(place)
  checkNamedChannels(place)
  checkExpressions(place)
  checkRules(place)
  checkEvents(place)
}

function checkBots({ world, guild, path, faults }: Place): void {
  for (const [key, bot] of Object.entries(guild.bots ?? {})) {
    const at = pathTo(`${path}.bots`, key)
    const botless = refer(applicationsOf(world), key, at, faults) && world.applications[key]?.bot === undefined
    if (botless && !faults.has(pathTo('applications', key)) && !faults.has(`${pathTo('applications', key)}.bot`)) {
      faults.add(at, `the application ${JSON.stringify(key)} has no bot: give it "bot": {}`)
    }
    for (const [index, role] of (bot.roles ?? []).entries()) {
      refer(rolesOf(guild, path), role, pathTo(`${at}.roles`, index), faults)
    }
  }
}

function checkRoles(place: Place): void {
  const { guild, path, faults } = place
  for (const [key, role] of Object.entries(guild.roles ?? {})) {
    const at = pathTo(`${path}.roles`, key)
    if (key === EVERYONE) {
      for (const field of Object.keys(role)) {
        if (field !== 'permissions' && field !== 'mentionable')
          faults.add(pathTo(at, field), 'cannot be set on @everyone')
      }
      continue
    }
    for (const [index, member] of (role.members ?? []).entries()) {
      checkMember(place, member, pathTo(`${at}.members`, index))
    }
  }
}

const isVoice = (type: number) => type === ChannelType.GUILD_VOICE || type === ChannelType.GUILD_STAGE_VOICE

function checkChannel(place: Place, channel: WorldChannel, path: string): void {
  const { guild, faults } = place
  const type = channel.type ?? ChannelType.GUILD_TEXT
  const channels = guild.channels ?? {}
  if (
    typeof channel.parent === 'string' &&
    refer(channelsOf(guild, place.path), channel.parent, `${path}.parent`, faults)
  ) {
    if (type === ChannelType.GUILD_CATEGORY) faults.add(`${path}.parent`, 'a category cannot be in a category')
    else if (channels[channel.parent]?.type !== ChannelType.GUILD_CATEGORY) {
      faults.add(`${path}.parent`, `${JSON.stringify(channel.parent)} is not a category (type 4)`)
    }
  }
  for (const field of ['bitrate', 'user_limit'] as const) {
    if (channel[field] !== undefined && !isVoice(type)) faults.add(`${path}.${field}`, 'is for voice channels only')
  }
  checkOverwrites(place, channel, `${path}.permission_overwrites`)
  checkForum(place, channel, path)
  checkConversations(place, channel, path)
}

function checkOverwrites(place: Place, channel: WorldChannel, path: string): void {
  const { guild, faults } = place
  const seen = new Set<string>()
  for (const [index, overwrite] of (channel.permission_overwrites ?? []).entries()) {
    const at = pathTo(path, index)
    const given = (['role', 'user', 'bot'] as const).filter((kind) => overwrite[kind] !== undefined)
    const kind = given[0]
    if (kind === undefined || given.length > 1) {
      faults.add(at, 'must be for one of role, user or bot')
      continue
    }
    const target = overwrite[kind] ?? ''
    if (kind === 'user') checkMember(place, target, `${at}.user`)
    else if (kind === 'bot') refer(botsOf(guild, place.path), target, `${at}.bot`, faults)
    else if (target !== EVERYONE) refer(rolesOf(guild, place.path), target, `${at}.role`, faults)
    if (seen.has(`${kind} ${target}`))
      faults.add(at, `there are two overwrites for the ${kind} ${JSON.stringify(target)}`)
    seen.add(`${kind} ${target}`)
  }
}

function checkNamedChannels({ guild, path, faults }: Place): void {
  const channels = guild.channels ?? {}
  for (const field of ['system_channel', 'rules_channel', 'public_updates_channel', 'afk_channel'] as const) {
    const key = guild[field]
    if (key === undefined || !refer(channelsOf(guild, path), key, `${path}.${field}`, faults)) continue
    const type = channels[key]?.type ?? ChannelType.GUILD_TEXT
    const fits =
      field === 'afk_channel' ? type === ChannelType.GUILD_VOICE : type === ChannelType.GUILD_TEXT || type === 5
    if (!fits) faults.add(`${path}.${field}`, `must be a ${field === 'afk_channel' ? 'voice' : 'text'} channel`)
  }
}

/** Remembers the first position of a value, and reports a fault when it is repeated. */
function unique(what: string, faults: FaultList): (value: string | undefined, path: string) => void {
  const places = new Map<string, string>()
  return (value, path) => {
    if (value === undefined) return
    const first = places.get(value)
    if (first === undefined) places.set(value, path)
    else faults.add(path, `${what} as ${first}`)
  }
}

/** Checks that ids, usernames and tokens are unique over everything. */
function checkUnique(world: World, faults: FaultList): void {
  const isNewId = unique('is the same id', faults)
  const username = unique('is the same username', faults)
  const token = unique('is the same token', faults)
  for (const { id, path } of statedIds(world)) isNewId(id, path)
  for (const [key, user] of Object.entries(world.users)) {
    const path = pathTo('users', key)
    username(user.username?.toLowerCase(), `${path}.username`)
    token(user.token, `${path}.token`)
  }
  for (const [key, { bot }] of Object.entries(world.applications))
    token(bot?.token, `${pathTo('applications', key)}.bot.token`)
}
