/**
 * The description of a world file: the people, applications and guilds of a platform that starts empty. The schemas
 * here are the only description: types, the check and the published `world.schema.json` come from it. Keys of records
 * are names that the author chooses, for cross-reference only. `fillWorld` adds missing values, or the platform's
 * default applies.
 */
import { EXTERNAL_AUTH_TYPES, type Intent, SkuType } from '@guildhall/protocol'
import { type Static, Type } from 'typebox'
import { CONNECTION_TYPES } from '../resources/accounts/connections/index.ts'
import { flag, integer, list, nullable, object, oneOf, record, text } from './schema-kinds.ts'
import { WorldGuild } from './world-guild.ts'
import { id, key, locale, moment, name, optionalText } from './world-kinds.ts'

export type * from './world-channel.ts'
export type * from './world-guild.ts'

const { Optional } = Type

const secret = (description: string) =>
  text({
    max: 200,
    pattern: '^\\S+$',
    description,
    errorMessage: 'must be a text of 1 to 200 characters without spaces',
  })
const username = text({
  min: 2,
  max: 32,
  // Other characters would make a mention or a tag ambiguous; the two names are mentions themselves.
  pattern: '^(?!everyone$|here$)(?!.*```)[^@#:\\s](?:[^@#:\\n]*[^@#:\\s])?$',
  description: 'Unique in the file; made from the key when left out',
  errorMessage: 'must be a username: 2 to 32 characters without @ # :',
})

const webAddress = nullable(
  text({
    max: 2_048,
    format: 'uri',
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?:',
    errorMessage: 'must be an http or https address',
  }),
)
/** Public clients use callback addresses with their own schemes. */
const redirectAddress = text({
  max: 2_048,
  format: 'uri',
  pattern: '^[A-Za-z][A-Za-z0-9+.-]*:',
  errorMessage: 'must be an absolute address',
})

const PRIVILEGED = ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] as const satisfies (keyof typeof Intent)[]

const WorldConnection = object({
  type: Type.Unsafe<(typeof CONNECTION_TYPES)[number]>({ enum: [...CONNECTION_TYPES] }),
  id: Optional(text({ max: 100, description: "The account's id there; its name when left out" })),
  name: text({ max: 100 }),
  verified: Optional(flag()),
  visibility: Optional(integer(0, 1, '0 nobody else, 1 everybody')),
  created_at: Optional(moment('When the connection was made. Default: before the world began [END-3]')),
})
export type WorldConnection = Static<typeof WorldConnection>

const WorldActivity = object({
  name: text({ max: 128 }),
  type: integer(0, 5, '0 playing, 1 streaming, 2 listening, 3 watching, 4 custom, 5 competing'),
  state: Optional(text({ max: 128 })),
  details: Optional(text({ max: 128 })),
  url: Optional(text({ max: 100 })),
})

const WorldPresence = object(
  {
    status: Optional(oneOf(['online', 'idle', 'dnd', 'invisible', 'offline'])),
    activities: Optional(list(WorldActivity, 20)),
  },
  { description: "Shown while none of the user's sessions sets a presence" },
)

const WorldUser = object({
  id: Optional(id),
  username: Optional(username),
  global_name: Optional(optionalText(32, 'The display name')),
  password: Optional(text({ max: 128 })),
  token: Optional(secret("The user's own session token")),
  email: Optional(
    nullable(text({ max: 254, pattern: '^[^@\\s]+@[^@\\s]+$', errorMessage: 'must be an e-mail address' })),
  ),
  locale: Optional(locale),
  bio: Optional(text({ min: 0, max: 190 })),
  premium_type: Optional(integer(0, 3, '0 none, 1, 2, 3 [USR-1]')),
  profile_visibility: Optional(
    integer(0, 3, 'Who sees the custom status: 0 unset, 1 friends, 2 friends and small guilds, 3 all [EVT-1]'),
  ),
  connections: Optional(list(WorldConnection, 100, 'Accounts elsewhere')),
  allow_dms: Optional(flag('Bots of shared guilds may write to this user. Default: true')),
  presence: Optional(WorldPresence),
})
export type WorldUser = Static<typeof WorldUser>

const WorldBot = object({
  id: Optional(id),
  username: Optional(username),
  token: Optional(secret("Its first dot-separated part is taken as the base64 of the bot's id, where it is one")),
})
export type WorldBot = Static<typeof WorldBot>

const WorldUrlMapping = object({
  prefix: text({
    max: 200,
    pattern: '^/\\S*$',
    description: 'A path such as / or /google/{subdomain}',
    errorMessage: 'must be a path that begins with /',
  }),
  target: text({
    max: 200,
    pattern: '^(?!\\w+://)[^\\s/]\\S*$',
    errorMessage: 'must be a host, perhaps with a folder, without a scheme',
  }),
})

const WorldSku = object({
  id: Optional(id),
  name: Optional(name),
  type: Optional(
    oneOf(
      [SkuType.DURABLE, SkuType.CONSUMABLE, SkuType.SUBSCRIPTION],
      '2 durable, 3 consumable, 5 subscription. Default: 5',
    ),
  ),
  access: Optional(oneOf(['user', 'guild'], 'Whom a subscription is for. Default: user')),
  available: Optional(flag('Whether it can be bought. Default: true')),
})
export type WorldSku = Static<typeof WorldSku>

const WorldExternalAuth = object({
  type: oneOf(
    EXTERNAL_AUTH_TYPES.filter((type) => type !== 'DISCORD_BOT_ISSUED_ACCESS_TOKEN'),
    'The external_auth_type of requests',
  ),
  issuer: text({
    max: 2_048,
    format: 'uri',
    description: 'The iss of the tokens. Plain http is for this machine only',
  }),
  client_id: text({ max: 1_024, description: 'Must be in the aud of the tokens' }),
})

const WorldApplication = object({
  id: Optional(id),
  name: Optional(name),
  description: Optional(text({ min: 0, max: 400 })),
  owner: Optional(key('Key of a user. Default: the first user of the file')),
  client_secret: Optional(secret('The OAuth2 client secret')),
  signing_key: Optional(
    text({
      max: 200,
      pattern: '^[A-Za-z0-9+/]+=*$',
      description: 'Ed25519 private key, PKCS#8 DER in base64: keeps public_key the same in every run',
      errorMessage: 'must be an Ed25519 key, PKCS#8 DER in base64',
    }),
  ),
  bot: Optional(WorldBot),
  intents: Optional(list(oneOf(PRIVILEGED), undefined, 'Privileged intents that are switched on [AUT-16]')),
  approvals: Optional(
    list(
      oneOf(['identify.premium', 'social_layer', ...PRIVILEGED]),
      undefined,
      'What the operator has approved [USR-2 AUT-17 LIM-18]',
    ),
  ),
  redirect_uris: Optional(list(redirectAddress, 100)),
  rpc_origins: Optional(list(redirectAddress, 100)),
  interactions_endpoint_url: Optional(webAddress),
  event_webhooks_url: Optional(webAddress),
  event_webhooks_types: Optional(
    list(text({ max: 100, pattern: '^[A-Z_]+$', errorMessage: 'must be the name of a webhook event' }), 100),
  ),
  terms_of_service_url: Optional(webAddress),
  privacy_policy_url: Optional(webAddress),
  tags: Optional(list(text({ max: 20 }), 5)),
  bot_public: Optional(flag()),
  bot_require_code_grant: Optional(flag()),
  integration_types: Optional(list(oneOf([0, 1]), undefined, '0 guild install, 1 user install. Default: both')),
  public_client: Optional(flag('Flag 1 << 8: the client has no secret to keep')),
  large_bot_sharding: Optional(flag('The guild list must be requested by shard [END-10]')),
  max_concurrency: Optional(integer(1, 1_024, 'Identifies in 5 s, and storage shards [END-8 GW-14]')),
  channel_obfuscation_opt_in: Optional(flag('[GW-2]')),
  url_mappings: Optional(
    list(WorldUrlMapping, 50, 'Makes the application an embedded activity; the prefix / is required [SVC-1]'),
  ),
  embedded: Optional(flag('Makes the application an embedded activity without mappings: flag 1 << 17')),
  max_participants: Optional(
    integer(-1, 1_000_000, 'Limit of the participants of one activity instance. Default: -1, none'),
  ),
  social_layer: Optional(flag('Makes the application a game of the social layer: flag 1 << 27 [SVC-1]')),
  social_sdk_terms_accepted: Optional(
    flag('The owner accepted the terms of the social SDK [AUT-7]. Default: those of a game with `social_layer` are'),
  ),
  parent: Optional(key("Key of the publisher's application, whose child this one is [AUT-24]")),
  external_auth: Optional(list(WorldExternalAuth, 20, 'Providers that sign in the players of the game')),
  skus: Optional(record(WorldSku, { max: 50, description: 'What the application sells' })),
})
export type WorldApplication = Static<typeof WorldApplication>

/** A world file as its author writes it. */
export const WorldFile = object({
  $schema: Optional(text({ max: 2_048, description: 'The address of this schema, for editors' })),
  users: Optional(record(WorldUser)),
  applications: Optional(record(WorldApplication)),
  guilds: Optional(record(WorldGuild)),
})

/** A world after the check. */
export interface World {
  users: Record<string, WorldUser>
  applications: Record<string, WorldApplication>
  guilds: Record<string, WorldGuild>
}
