import { type Static, Type } from 'typebox'
import { PartialUserObject, UserObject } from './user.ts'
import { Bits, Flag, Id, Int, mapOf, maybe, maybeNull, nullable, Text } from './wire.ts'

export const InstallParamsObject = Type.Object(
  { scopes: Type.Array(Text), permissions: Bits },
  { title: 'InstallParams' },
)
export type InstallParamsObject = Static<typeof InstallParamsObject>

export const TeamMemberObject = Type.Object(
  { user: PartialUserObject, team_id: Id, membership_state: Int, role: Text, permissions: maybe(Type.Array(Text)) },
  { title: 'TeamMember' },
)
export type TeamMemberObject = Static<typeof TeamMemberObject>

export const TeamObject = Type.Object(
  { id: Id, icon: nullable(Text), name: Text, owner_user_id: Id, members: Type.Array(TeamMemberObject) },
  { title: 'Team' },
)
export type TeamObject = Static<typeof TeamObject>

const applicationFields = {
  id: Id,
  name: Text,
  icon: nullable(Text),
  description: Text,
  type: nullable(Int),
  cover_image: maybe(Text),
  primary_sku_id: maybe(Id),
  bot: maybe(UserObject),
  slug: maybe(Text),
  guild_id: maybe(Id),
  rpc_origins: maybe(Type.Array(Text)),
  bot_public: maybe(Flag),
  bot_require_code_grant: maybe(Flag),
  terms_of_service_url: maybe(Text),
  privacy_policy_url: maybe(Text),
  custom_install_url: maybe(Text),
  install_params: maybe(InstallParamsObject),
  integration_types_config: maybe(mapOf(Type.Object({ oauth2_install_params: maybe(InstallParamsObject) }))),
  verify_key: Text,
  /** Bits 0 to 30 only. [APP-1] */
  flags: Int,
  /** All bits, in decimal. [APP-3] */
  flags_new: Bits,
  max_participants: maybeNull(Int),
  tags: maybe(Type.Array(Text)),
  /** Always empty; older clients require it. */
  summary: maybe(Text),
  hook: maybe(Flag),
  is_monetized: maybe(Flag),
  is_verified: maybe(Flag),
}

/** Application as users see it beside its commands. */
export const UsedApplicationObject = Type.Object(
  { id: Id, name: Text, description: Text, icon: nullable(Text), bot_id: nullable(Id) },
  { title: 'UsedApplication' },
)
export type UsedApplicationObject = Static<typeof UsedApplicationObject>

/** Public fields of an application. */
export const PublicApplicationObject = Type.Object(applicationFields, { title: 'PublicApplication' })
export type PublicApplicationObject = Static<typeof PublicApplicationObject>

/** Application for its bot and its owner. */
export const ApplicationObject = Type.Object(
  {
    ...applicationFields,
    redirect_uris: Type.Array(Text),
    interactions_endpoint_url: nullable(Text),
    role_connections_verification_url: nullable(Text),
    owner: UserObject,
    team: nullable(TeamObject),
    approximate_guild_count: Int,
    approximate_user_install_count: Int,
    approximate_user_authorization_count: Int,
    event_webhooks_url: maybeNull(Text),
    event_webhooks_status: maybe(Int),
    event_webhooks_types: maybe(Type.Array(Text)),
    explicit_content_filter: Int,
    eligible_oauth2_scopes: Type.Array(Text),
    channel_obfuscation_opt_in: maybe(Flag),
  },
  { title: 'Application' },
)
export type ApplicationObject = Static<typeof ApplicationObject>

export const RoleConnectionMetadataObject = Type.Object(
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
export type RoleConnectionMetadataObject = Static<typeof RoleConnectionMetadataObject>

export const ActivityInstanceObject = Type.Object(
  {
    application_id: Id,
    instance_id: Text,
    launch_id: Id,
    location: Type.Object({ id: Text, kind: Text, channel_id: Id, guild_id: maybeNull(Id) }),
    users: Type.Array(Id),
  },
  { title: 'ActivityInstance' },
)
export type ActivityInstanceObject = Static<typeof ActivityInstanceObject>
