import {
  ApiError,
  AuditLogAction,
  demand,
  GUILD_DESCRIPTION_MAX,
  GUILD_NAME_MAX,
  GUILD_NAME_MIN,
  Guild,
  invalidForm,
  LOCALES,
  Permission,
} from '@guildhall/protocol'
import { guildTopic } from '../../../kernel/event.ts'
import type { Guild as GuildInside } from '../../../kernel/model.ts'
import { operation } from '../../../kernel/operation.ts'
import { ImageData, Int, Nullable, Optional, SnowflakeId, type Static, Text, Type } from '../../../kernel/schema.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { guildWith, type VisibleGuild } from '../../channels/index.ts'
import { keepImage } from '../../images/index.ts'
import { memberOf } from '../../members/index.ts'
import { guildUpdate } from '../events.ts'
import { presentGuild } from '../present.ts'
import { maySwitchFeatures } from '../rules.ts'
import * as store from '../store.ts'

const maybe = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Optional(Nullable(schema))

const GuildBody = Type.Object({
  name: Optional(Text(GUILD_NAME_MIN, GUILD_NAME_MAX)),
  description: maybe(Text(0, GUILD_DESCRIPTION_MAX)),
  icon: maybe(ImageData),
  splash: maybe(ImageData),
  discovery_splash: maybe(ImageData),
  banner: maybe(ImageData),
  owner_id: Optional(SnowflakeId),
  features: Optional(Type.Array(Text(1, 100), { maxItems: 100 })),
  verification_level: maybe(Int(0, 4)),
  default_message_notifications: maybe(Int(0, 1)),
  explicit_content_filter: maybe(Int(0, 2)),
  afk_channel_id: maybe(SnowflakeId),
  afk_timeout: maybe(
    Type.Union([Type.Literal(60), Type.Literal(300), Type.Literal(900), Type.Literal(1800), Type.Literal(3600)]),
  ),
  system_channel_id: maybe(SnowflakeId),
  system_channel_flags: maybe(Int(0, 2 ** 31 - 1)),
  rules_channel_id: maybe(SnowflakeId),
  public_updates_channel_id: maybe(SnowflakeId),
  safety_alerts_channel_id: maybe(SnowflakeId),
  preferred_locale: maybe(Text(2, 10)),
  premium_progress_bar_enabled: maybe(Type.Boolean()),
})
type Body = Static<typeof GuildBody>

const IMAGES = { icon: 'icons', splash: 'splashes', discovery_splash: 'discovery-splashes', banner: 'banners' } as const
const CHANNELS = [
  'afk_channel_id',
  'system_channel_id',
  'rules_channel_id',
  'public_updates_channel_id',
  'safety_alerts_channel_id',
] as const
const PLAIN = [
  'verification_level',
  'default_message_notifications',
  'explicit_content_filter',
  'afk_timeout',
  'system_channel_flags',
  'premium_progress_bar_enabled',
] as const
const AUDITED = [
  'name',
  'description',
  'owner_id',
  'features',
  'preferred_locale',
  'icon',
  'splash',
  'banner',
  ...CHANNELS,
  ...PLAIN,
]

/** Modify Guild. [PRM-21] [GLD-1] */
export const updateGuild = operation({
  id: 'update_guild',
  method: 'PATCH',
  path: '/guilds/:guild_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: GuildBody,
  answers: { 200: Guild },

  async run({ caller, params, body, work, platform }) {
    const guild = await guildWith(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    const { view } = guild
    const changed = withFields(guild, body)
    if (body.owner_id !== undefined && body.owner_id !== view.guild.owner_id) {
      if (view.guild.owner_id !== caller.userId) throw new ApiError('MISSING_PERMISSIONS')
      if (!(await memberOf(work, view, body.owner_id))) throw new ApiError('UNKNOWN_MEMBER')
      changed.owner_id = body.owner_id
    }
    for (const [field, folder] of Object.entries(IMAGES) as [keyof typeof IMAGES, string][]) {
      const image = body[field]
      if (image !== undefined) changed[field] = await keepImage(platform, `${folder}/${view.id}`, image)
    }
    await store.update(work, changed)
    const before = presentGuild(view)
    const wire = presentGuild(view, changed)
    work.emit(guildUpdate, guildTopic(view.id), { guild: changed, wire })
    const changes = changesBetween(before, wire, AUDITED)
    if (changes.length > 0)
      await audit(work, { guildId: view.id, action: AuditLogAction.GUILD_UPDATE, targetId: view.id, changes })
    return wire
  },
})

function withFields({ view, member, permissions }: VisibleGuild, body: Body): GuildInside {
  const changed: GuildInside = { ...view.guild }
  if (body.name !== undefined) changed.name = body.name
  if (body.description !== undefined) changed.description = body.description
  for (const key of PLAIN) if (body[key] != null) Object.assign(changed, { [key]: body[key] })
  for (const key of CHANNELS) {
    const id = body[key]
    if (id === undefined) continue
    if (id !== null && !view.channels.has(id)) throw invalidForm([key], 'CHANNEL_NOT_FOUND', 'Unknown channel.')
    changed[key] = id
  }
  if (body.preferred_locale != null) {
    if (!(LOCALES as readonly string[]).includes(body.preferred_locale))
      throw invalidForm(['preferred_locale'], 'BASE_TYPE_CHOICES', 'Unknown locale.')
    changed.preferred_locale = body.preferred_locale
  }
  if (body.features) {
    const actor = { permissions, owner: view.guild.owner_id === member.user_id }
    const verdict = maySwitchFeatures(actor, view.guild.features, body.features)
    if (!verdict.ok && verdict.error === 'INVALID_FORM_BODY')
      throw invalidForm(['features'], 'BASE_TYPE_CHOICES', verdict.reason)
    demand(verdict)
    changed.features = [...new Set(body.features)]
  }
  return changed
}
