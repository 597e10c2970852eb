import { AUTO_ARCHIVE_MINUTES, ChannelType, type Intent, SkuType } from '@guildhall/protocol'
import { redirectFault } from '../../resources/applications/index.ts'
import { CONNECTION_TYPES } from '../../resources/connections/index.ts'
import { decimal, flag, integer, list, nullable, object, oneOf, type Reader, record, text } from './read-value.ts'
import type {
  World,
  WorldApplication,
  WorldChannel,
  WorldConnection,
  WorldEmoji,
  WorldGuild,
  WorldRole,
  WorldSku,
  WorldUser,
} from './world.ts'

const ROLES_MAX = 250
const CHANNELS_MAX = 500

const id = decimal(2n ** 63n - 1n, 'a snowflake')
const permissions = decimal(2n ** 63n - 1n, 'a permission integer')
const name = text({ max: 100 })
const key = text({ max: 100, expected: 'a key of this file' })
const secret = text({ max: 200, pattern: /^\S+$/, expected: 'a text of 1 to 200 characters without spaces' })
const optionalText = (max: number) => nullable(text({ min: 0, max }))

const username = text({
  min: 2,
  max: 32,
  // Other characters would make a mention or a tag ambiguous; the two names are mentions of their own.
  pattern: /^(?!everyone$|here$)(?!.*```)[^@#:\s](?:[^@#:\n]*[^@#:\s])?$/u,
  expected: 'a username: 2 to 32 characters without @ # :',
})

const address = (accepted: { test(url: string): boolean }, expected: string): Reader<string> => {
  const shape = text({ max: 2_048, expected })
  return (value, path, faults) => {
    const read = shape(value, path, faults)
    if (read === undefined || (URL.canParse(read) && accepted.test(read))) return read
    faults.add(path, `must be ${expected}, not ${JSON.stringify(read.slice(0, 60))}`)
    return undefined
  }
}
const webAddress = nullable(address(/^https?:/i, 'an http or https address'))
/** Public clients are called back by schemes of their own. */
const redirectAddress = address(
  { test: (uri) => redirectFault(uri) === null },
  'an absolute address whose scheme no browser executes',
)

const PRIVILEGED = ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] as const satisfies (keyof typeof Intent)[]

const connection = object<WorldConnection>(
  {
    type: oneOf(CONNECTION_TYPES),
    id: text({ max: 100 }),
    name,
    verified: flag,
    visibility: integer(0, 1),
    created_at: text({
      max: 40,
      pattern: /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/,
      expected: 'a date, ISO 8601',
    }),
  },
  ['type', 'name'],
)

const user = object<WorldUser>({
  id,
  username,
  global_name: optionalText(32),
  password: text({ max: 128 }),
  token: secret,
  email: nullable(text({ max: 254, pattern: /^[^@\s]+@[^@\s]+$/, expected: 'an e-mail address' })),
  locale: text({ min: 2, max: 10 }),
  bio: text({ min: 0, max: 190 }),
  premium_type: integer(0, 3),
  profile_visibility: integer(0, 3),
  allow_dms: flag,
  connections: list(connection, 100),
  presence: object({
    status: oneOf(['online', 'idle', 'dnd', 'invisible', 'offline']),
    activities: list(
      object(
        {
          name: text({ max: 128 }),
          type: integer(0, 5),
          state: text({ max: 128 }),
          details: text({ max: 128 }),
          url: name,
        },
        ['name', 'type'],
      ),
      20,
    ),
  }),
})

const application = object<WorldApplication>({
  id,
  name,
  description: text({ min: 0, max: 400 }),
  owner: key,
  client_secret: secret,
  signing_key: text({ max: 200, pattern: /^[A-Za-z0-9+/]+=*$/, expected: 'an Ed25519 key, PKCS#8 DER in base64' }),
  bot: object({ id, username, token: secret }),
  intents: list(oneOf(PRIVILEGED)),
  approvals: list(oneOf(['identify.premium', 'social_layer', ...PRIVILEGED])),
  redirect_uris: list(redirectAddress, 100),
  rpc_origins: list(redirectAddress, 100),
  interactions_endpoint_url: webAddress,
  event_webhooks_url: webAddress,
  event_webhooks_types: list(text({ max: 100, pattern: /^[A-Z_]+$/, expected: 'the name of a webhook event' }), 100),
  terms_of_service_url: webAddress,
  privacy_policy_url: webAddress,
  tags: list(text({ max: 20 }), 5),
  bot_public: flag,
  bot_require_code_grant: flag,
  integration_types: list(oneOf([0, 1])),
  public_client: flag,
  large_bot_sharding: flag,
  max_concurrency: integer(1, 1_024),
  channel_obfuscation_opt_in: flag,
  url_mappings: list(
    object(
      {
        prefix: text({ max: 200, pattern: /^\/\S*$/, expected: 'a path that begins with /' }),
        target: text({
          max: 200,
          pattern: /^(?!\w+:\/\/)[^\s/]\S*$/,
          expected: 'a host, perhaps with a folder, without a scheme',
        }),
      },
      ['prefix', 'target'],
    ),
    50,
  ),
  social_layer: flag,
  social_sdk_terms_accepted: flag,
  parent: key,
  skus: record(
    object<WorldSku>({
      id,
      name,
      type: oneOf([SkuType.DURABLE, SkuType.CONSUMABLE, SkuType.SUBSCRIPTION]),
      access: oneOf(['user', 'guild']),
      available: flag,
    }),
    50,
  ),
})

const role = object<WorldRole>({
  id,
  name,
  permissions,
  color: integer(0, 0xffffff),
  hoist: flag,
  mentionable: flag,
  position: integer(1, ROLES_MAX),
  unicode_emoji: optionalText(32),
  members: list(key),
})

const channel = object<WorldChannel>({
  id,
  name,
  type: oneOf([
    ChannelType.GUILD_TEXT,
    ChannelType.GUILD_VOICE,
    ChannelType.GUILD_CATEGORY,
    ChannelType.GUILD_ANNOUNCEMENT,
    ChannelType.GUILD_STAGE_VOICE,
    ChannelType.GUILD_FORUM,
    ChannelType.GUILD_MEDIA,
  ]),
  topic: optionalText(4_096),
  nsfw: flag,
  rate_limit_per_user: integer(0, 21_600),
  position: integer(0, 2 ** 31 - 1),
  parent: nullable(key),
  permission_overwrites: list(object({ role: key, user: key, bot: key, allow: permissions, deny: permissions }), 1_000),
  bitrate: integer(8_000, 384_000),
  user_limit: integer(0, 10_000),
  default_auto_archive_duration: oneOf(AUTO_ARCHIVE_MINUTES),
})

const EMOJI_NAME = /^[A-Za-z0-9_]{2,32}$/
const emojiRecord = record<WorldEmoji>(object({ id }), 500)
/** A list of names is the short form of a record with empty entries. */
const emojis: Reader<Record<string, WorldEmoji>> = (value, path, faults) => {
  if (!Array.isArray(value)) {
    const read = emojiRecord(value, path, faults)
    for (const entry of Object.keys(read ?? {}))
      if (!EMOJI_NAME.test(entry)) faults.add(path, `${entry} is no emoji name`)
    return read
  }
  const names = list(text({ max: 32, pattern: EMOJI_NAME, expected: 'an emoji name' }), 500)(value, path, faults) ?? []
  return Object.fromEntries(names.map((entry) => [entry, {}]))
}

const guild = object<WorldGuild>({
  id,
  name,
  description: optionalText(300),
  owner: key,
  members: list(key),
  bots: record(object({ permissions, roles: list(key) })),
  features: list(name, 100),
  roles: record(role, ROLES_MAX),
  channels: record(channel, CHANNELS_MAX),
  emojis,
  system_channel: key,
  rules_channel: key,
  public_updates_channel: key,
  afk_channel: key,
  afk_timeout: oneOf([60, 300, 900, 1_800, 3_600]),
  verification_level: integer(0, 4),
  default_message_notifications: integer(0, 1),
  explicit_content_filter: integer(0, 2),
  mfa_level: integer(0, 1),
  nsfw_level: integer(0, 3),
  premium_tier: integer(0, 3),
  preferred_locale: text({ min: 2, max: 10 }),
  vanity_url_code: nullable(text({ max: 32, pattern: /^[A-Za-z0-9-]+$/, expected: 'letters, digits and hyphens' })),
})

/** Shapes only: types, bounds and unknown keys. What refers to what is checked by `checkReferences`. */
export const worldShape: Reader<Partial<World>> = object<Partial<World>>({
  users: record(user),
  applications: record(application),
  guilds: record(guild),
})
