import { type Static, Type } from 'typebox'
import { PartialUser, User } from './user.ts'
import { Bits, Flag, Id, Int, mapOf, maybe, maybeNull, nullable, Text } from './wire.ts'

export const InstallParams = Type.Object({ scopes: Type.Array(Text), permissions: Bits }, { title: 'InstallParams' })
export type InstallParamsObject = Static<typeof InstallParams>

export const TeamMember = Type.Object(
  { user: PartialUser, team_id: Id, membership_state: Int, role: Text, permissions: maybe(Type.Array(Text)) },
  { title: 'TeamMember' },
)

export const Team = Type.Object(
  { id: Id, icon: nullable(Text), name: Text, owner_user_id: Id, members: Type.Array(TeamMember) },
  { title: 'Team' },
)
export type TeamObject = Static<typeof Team>

const applicationFields = {
  id: Id,
  name: Text,
  icon: nullable(Text),
  description: Text,
  type: nullable(Int),
  cover_image: maybe(Text),
  primary_sku_id: maybe(Id),
  bot: maybe(User),
  slug: maybe(Text),
  guild_id: maybe(Id),
  rpc_origins: maybe(Type.Array(Text)),
  bot_public: maybe(Flag),
  bot_require_code_grant: maybe(Flag),
  terms_of_service_url: maybe(Text),
  privacy_policy_url: maybe(Text),
  custom_install_url: maybe(Text),
  install_params: maybe(InstallParams),
  integration_types_config: maybe(mapOf(Type.Object({ oauth2_install_params: maybe(InstallParams) }))),
  verify_key: Text,
  /** Bits 0 to 30 only. [APP-1] */
  flags: Int,
  /** All bits, in decimal. [APP-3] */
  flags_new: Bits,
  max_participants: maybeNull(Int),
  tags: maybe(Type.Array(Text)),
}

/** What anyone may see of an application. */
export const PublicApplication = Type.Object(applicationFields, { title: 'PublicApplication' })
export type PublicApplicationObject = Static<typeof PublicApplication>

/** What its own bot and its owner see. */
export const Application = Type.Object(
  {
    ...applicationFields,
    redirect_uris: Type.Array(Text),
    interactions_endpoint_url: nullable(Text),
    role_connections_verification_url: nullable(Text),
    owner: User,
    team: nullable(Team),
    approximate_guild_count: Int,
    approximate_user_install_count: Int,
    approximate_user_authorization_count: Int,
    event_webhooks_url: maybeNull(Text),
    event_webhooks_status: maybe(Int),
    event_webhooks_types: maybe(Type.Array(Text)),
    explicit_content_filter: Int,
    eligible_oauth2_scopes: Type.Array(Text),
  },
  { title: 'Application' },
)
export type ApplicationObject = Static<typeof Application>

export const RoleConnectionMetadata = Type.Object(
  {
    type: Int,
    key: Text,
    name: Text,
    name_localizations: maybeNull(mapOf(Text)),
    description: Text,
    description_localizations: maybeNull(mapOf(Text)),
  },
  { title: 'RoleConnectionMetadata' },
)
export type RoleConnectionMetadataObject = Static<typeof RoleConnectionMetadata>

export const ActivityInstance = Type.Object(
  {
    application_id: Id,
    instance_id: Text,
    launch_id: Id,
    location: Type.Object({ id: Text, kind: Text, channel_id: Id, guild_id: maybeNull(Id) }),
    users: Type.Array(Id),
  },
  { title: 'ActivityInstance' },
)
export type ActivityInstanceObject = Static<typeof ActivityInstance>
