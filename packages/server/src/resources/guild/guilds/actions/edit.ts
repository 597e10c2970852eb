import { ApiError, AuditLogAction, demand, Faults, invalidForm, type Snowflake } from '@guildhall/protocol'
import type { GuildAccess } from '../../../../access/guild.ts'
import { memberInGuild } from '../../../../access/member.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Guild } from '../../../../kernel/model.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { storeImage } from '../../../accounts/files/index.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { presentIncidents } from '../present.ts'
import type { GuildBody } from '../requests.ts'
import {
  featuresAfter,
  type GuildImage,
  mayAnimate,
  mayHaveImage,
  mayReferTo,
  maySwitchFeatures,
  mayTransfer,
  missingForCommunity,
} from '../rules.ts'
import { saveGuild } from './save.ts'

const CHANNELS = [
  'afk_channel_id',
  'system_channel_id',
  'rules_channel_id',
  'public_updates_channel_id',
  'safety_alerts_channel_id',
] as const

/** Fields that are copied from the request, with the value that null resets them to. */
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

/** Folder of each image. */
const FOLDERS = {
  icon: 'icons',
  splash: 'splashes',
  discovery_splash: 'discovery-splashes',
  home_header: 'home-headers',
  banner: 'banners',
} as const satisfies Record<GuildImage, string>
const IMAGES = Object.keys(FOLDERS) as GuildImage[]

/** Applies Modify Guild. One refused field refuses all. [GLD-1] */
export async function editGuild(work: Work, platform: Platform, guild: GuildAccess, body: GuildBody): Promise<Guild> {
  const changed = withFields(guild, body)
  const { view } = guild
  if (body.owner_id !== undefined && body.owner_id !== view.guild.owner_id) {
    await demandTransfer(work, guild, body.owner_id)
    changed.owner_id = body.owner_id
  }
  for (const image of IMAGES) if (body[image]) demand(mayHaveImage(image, changed.features))
  for (const image of IMAGES) {
    const data = body[image]
    const mayMove = mayAnimate(image, changed.features)
    const location = { folder: `${FOLDERS[image]}/${view.id}`, before: view.guild[image], mayMove }
    if (data !== undefined) changed[image] = await storeImage(work, platform, location, data)
  }
  await saveAuditedGuild(work, view, changed)
  return changed
}

/** Saves and audits a changed guild; does nothing when no audited field changed. */
export async function saveAuditedGuild(work: Work, view: GuildView, changed: Guild): Promise<void> {
  const changes = changesBetween(audited(view.guild), audited(changed), AUDITED)
  if (changes.length === 0) return
  await saveGuild(work, view, changed)
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

function withFields(guild: GuildAccess, body: GuildBody): Guild {
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
      demand(mayReferTo(key, channel))
    }
    changed[key] = id
  }
  if (body.features) changed.features = switchedFeatures(guild, body.features)
  demandCommunityChannels(view.guild, changed)
  return changed
}

/** Rejects a community guild that loses a channel it needs. World files may leave such a channel out: no fault then. */
function demandCommunityChannels(before: Guild, after: Guild): void {
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

/** Throws UNKNOWN_MEMBER (10007) for a new owner outside the guild; callers other than the owner get 50013 first. */
async function demandTransfer(work: Work, { view, member }: GuildAccess, to: Snowflake): Promise<void> {
  const owner = view.guild.owner_id === member.user_id
  const target = owner ? await memberInGuild(work, view, to) : undefined
  const user = target && (await findUser(work, to))
  if (owner && !user) throw new ApiError('UNKNOWN_MEMBER')
  demand(mayTransfer({ owner }, { bot: user?.bot ?? false, pending: target?.pending ?? false }))
}
