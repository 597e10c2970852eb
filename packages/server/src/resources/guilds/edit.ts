import {
  ApiError,
  AuditLogAction,
  demand,
  Faults,
  GUILD_DESCRIPTION_MAX,
  GUILD_NAME_MAX,
  GUILD_NAME_MIN,
  invalidForm,
  LOCALES,
  type Snowflake,
} from '@guildhall/protocol'
import type { GuildAccess } from '../../access/guild.ts'
import { memberInGuild } from '../../access/member.ts'
import { guildTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Guild } from '../../kernel/model.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import { storeImage } from '../../media/store-image.ts'
import {
  ImageData,
  Int,
  OneOf,
  Optional,
  OptionalNullable,
  SnowflakeId,
  type Static,
  Text,
  Type,
} from '../../validation/schema.ts'
import { audit, changesBetween } from '../audit-log/index.ts'

import { findUser } from '../users/index.ts'
import { guildUpdate } from './events.ts'
import { presentGuild, presentIncidents } from './present.ts'
import {
  featuresAfter,
  type GuildImage,
  mayAnimate,
  mayHaveImage,
  mayName,
  maySwitchFeatures,
  mayTransfer,
  missingForCommunity,
} from './rules.ts'
import * as store from './store.ts'

export const GuildBody = Type.Object({
  name: Optional(Text(GUILD_NAME_MIN, GUILD_NAME_MAX)),
  description: OptionalNullable(Text(0, GUILD_DESCRIPTION_MAX)),
  icon: OptionalNullable(ImageData),
  splash: OptionalNullable(ImageData),
  discovery_splash: OptionalNullable(ImageData),
  home_header: OptionalNullable(ImageData),
  /** Voice regions are the channels' own by now; taken, and of no effect. */
  region: OptionalNullable(Text(0, 100)),
  banner: OptionalNullable(ImageData),
  owner_id: Optional(SnowflakeId),
  features: OptionalNullable(Type.Array(Text(1, 100), { maxItems: 100 })),
  verification_level: OptionalNullable(Int(0, 4)),
  default_message_notifications: OptionalNullable(Int(0, 1)),
  explicit_content_filter: OptionalNullable(Int(0, 2)),
  afk_channel_id: OptionalNullable(SnowflakeId),
  afk_timeout: OptionalNullable(OneOf(60, 300, 900, 1800, 3600)),
  system_channel_id: OptionalNullable(SnowflakeId),
  system_channel_flags: OptionalNullable(Int(0, 2 ** 31 - 1)),
  rules_channel_id: OptionalNullable(SnowflakeId),
  public_updates_channel_id: OptionalNullable(SnowflakeId),
  safety_alerts_channel_id: OptionalNullable(SnowflakeId),
  preferred_locale: OptionalNullable(OneOf(...LOCALES)),
  premium_progress_bar_enabled: OptionalNullable(Type.Boolean()),
})
type Body = Static<typeof GuildBody>

const CHANNELS = [
  'afk_channel_id',
  'system_channel_id',
  'rules_channel_id',
  'public_updates_channel_id',
  'safety_alerts_channel_id',
] as const

/** Fields taken over as they are, and what null makes of them. */
const RESETS = {
  verification_level: 0,
  default_message_notifications: 0,
  explicit_content_filter: 0,
  afk_timeout: 300,
  system_channel_flags: 0,
  preferred_locale: 'en-US',
  premium_progress_bar_enabled: false,
} as const satisfies Partial<Guild>
const PLAIN = Object.keys(RESETS) as (keyof typeof RESETS)[]

/** Images, and the folders that they are kept in. */
const FOLDERS = {
  icon: 'icons',
  splash: 'splashes',
  discovery_splash: 'discovery-splashes',
  home_header: 'home-headers',
  banner: 'banners',
} as const satisfies Record<GuildImage, string>
const IMAGES = Object.keys(FOLDERS) as GuildImage[]

/** Changes a guild as a request asks for: all of it, or nothing when a part is refused. [GLD-1] */
export async function editGuild(work: Work, platform: Platform, guild: GuildAccess, body: Body): Promise<Guild> {
  const changed = withFields(guild, body)
  const { view } = guild
  if (body.owner_id !== undefined && body.owner_id !== view.guild.owner_id) {
    await checkTransfer(work, guild, body.owner_id)
    changed.owner_id = body.owner_id
  }
  for (const image of IMAGES) if (body[image]) demand(mayHaveImage(image, changed.features))
  for (const image of IMAGES) {
    const data = body[image]
    const mayMove = mayAnimate(image, changed.features)
    if (data !== undefined)
      changed[image] = await storeImage(platform, `${FOLDERS[image]}/${view.id}`, data, { mayMove })
  }
  await saveGuild(work, view, changed)
  return changed
}

/** Stores, emits and audits a changed guild; does nothing when it is unchanged. */
export async function saveGuild(work: Work, view: GuildView, changed: Guild): Promise<void> {
  const changes = changesBetween(audited(view.guild), audited(changed), AUDITED)
  if (changes.length === 0) return
  await store.update(work, changed)
  work.emit(guildUpdate, guildTopic(view.id), { guild: changed, wire: presentGuild(view, changed) })
  await audit(work, { guildId: view.id, action: AuditLogAction.GUILD_UPDATE, targetId: view.id, changes })
}

const AUDITED = [
  'name',
  'description',
  'owner_id',
  'features',
  'tag',
  'vanity_url_code',
  'widget_enabled',
  'widget_channel_id',
  'incidents_data',
  ...CHANNELS,
  ...PLAIN,
  ...IMAGES.map((image) => `${image}_hash` as const),
] as const

/** Returns a guild's fields for the audit log, where `icon_hash` is the name of the icon. */
function audited(guild: Guild): { [Key in (typeof AUDITED)[number]]?: unknown } {
  const fields: ReturnType<typeof audited> = { ...guild, owner_id: guild.owner_id.toString() }
  for (const key of CHANNELS) fields[key] = guild[key]?.toString() ?? null
  for (const image of IMAGES) fields[`${image}_hash`] = guild[image]
  fields.widget_channel_id = guild.widget_channel_id?.toString() ?? null
  fields.incidents_data = guild.incidents && presentIncidents(guild.incidents)
  return fields
}

function withFields(guild: GuildAccess, body: Body): Guild {
  const { view } = guild
  const changed: Guild = { ...view.guild }
  if (body.name !== undefined) changed.name = body.name
  if (body.description !== undefined) changed.description = body.description || null
  for (const key of PLAIN) if (body[key] !== undefined) Object.assign(changed, { [key]: body[key] ?? RESETS[key] })
  for (const key of CHANNELS) {
    const id = body[key]
    if (id === undefined) continue
    if (id !== null) {
      const channel = view.channels.get(id)
      if (!channel) throw invalidForm([key], 'CHANNEL_NOT_FOUND', 'Unknown channel.')
      demand(mayName(key, channel))
    }
    changed[key] = id
  }
  if (body.features) changed.features = switchedFeatures(guild, body.features)
  checkCommunity(view.guild, changed)
  return changed
}

/** What a guild lacked before, as a world file may leave it, keeps nobody from changing other things. */
function checkCommunity(before: Guild, after: Guild): void {
  const lacked = before.features.includes('COMMUNITY') ? missingForCommunity(before) : []
  const faults = new Faults()
  for (const key of missingForCommunity(after)) {
    if (!lacked.includes(key)) faults.add([key], 'BASE_TYPE_REQUIRED', 'This field is required')
  }
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
}

function switchedFeatures({ view, member, permissions }: GuildAccess, wanted: readonly string[]): string[] {
  const { features, owner_id } = view.guild
  const after = featuresAfter(features, wanted)
  const verdict = maySwitchFeatures({ permissions, owner: owner_id === member.user_id }, features, after)
  if (!verdict.ok && verdict.error === 'INVALID_FORM_BODY')
    throw invalidForm(['features'], 'BASE_TYPE_CHOICES', verdict.reason)
  demand(verdict)
  return after
}

/** 10007 for who is no member, but for the owner alone: others are told first that it is not theirs to do. */
async function checkTransfer(work: Work, { view, member }: GuildAccess, to: Snowflake): Promise<void> {
  const owner = view.guild.owner_id === member.user_id
  const target = owner ? await memberInGuild(work, view, to) : undefined
  const user = target && (await findUser(work, to))
  if (owner && !user) throw new ApiError('UNKNOWN_MEMBER')
  demand(mayTransfer({ owner }, { bot: user?.bot ?? false, pending: target?.pending ?? false }))
}
