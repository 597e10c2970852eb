import { type Static, Type } from 'typebox'
import { PartialUserObject, UserObject } from './user.ts'
import { Bits, Flag, Id, Int, mapOf, nullable, optional, optionalNullable, Text } from './wire.ts'

export const InstallParamsObject = Type.Object(
  { scopes: Type.Array(Text), permissions: Bits },
  { title: 'InstallParams' },
)
export type InstallParamsObject = Static<typeof InstallParamsObject>

export const TeamMemberObject = Type.Object(
  { user: PartialUserObject, team_id: Id, membership_state: Int, role: Text, permissions: optional(Type.Array(Text)) },
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
  cover_image: optional(Text),
  primary_sku_id: optional(Id),
  bot: optional(UserObject),
  slug: optional(Text),
  guild_id: optional(Id),
  rpc_origins: optional(Type.Array(Text)),
  bot_public: optional(Flag),
  bot_require_code_grant: optional(Flag),
  terms_of_service_url: optional(Text),
  privacy_policy_url: optional(Text),
  custom_install_url: optional(Text),
  install_params: optional(InstallParamsObject),
  integration_types_config: optional(mapOf(Type.Object({ oauth2_install_params: optional(InstallParamsObject) }))),
  verify_key: Text,
  /** Bits 0 to 30 only. [APP-1] */
  flags: Int,
  /** All bits, in decimal. [APP-3] */
  flags_new: Bits,
  max_participants: optionalNullable(Int),
  tags: optional(Type.Array(Text)),
  /** Always empty; older clients require it. */
  summary: optional(Text),
  hook: optional(Flag),
  is_monetized: optional(Flag),
  is_verified: optional(Flag),
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
    event_webhooks_url: optionalNullable(Text),
    event_webhooks_status: optional(Int),
    event_webhooks_types: optional(Type.Array(Text)),
    explicit_content_filter: Int,
    eligible_oauth2_scopes: Type.Array(Text),
    channel_obfuscation_opt_in: optional(Flag),
    social_sdk_terms_accepted: optional(Flag),
  },
  { title: 'Application' },
)
export type ApplicationObject = Static<typeof ApplicationObject>

export const RoleConnectionMetadataObject = Type.Object(
  {
    type: Int,
    key: Text,
    name: Text,
    name_localizations: optionalNullable(mapOf(Text)),
    description: Text,
    description_localizations: optionalNullable(mapOf(Text)),
  },
  { title: 'RoleConnectionMetadata' },
)
export type RoleConnectionMetadataObject = Static<typeof RoleConnectionMetadataObject>

export const ActivityInstanceObject = Type.Object(
  {
    application_id: Id,
    instance_id: Text,
    launch_id: Id,
    location: Type.Object({ id: Text, kind: Text, channel_id: Id, guild_id: optionalNullable(Id) }),
    users: Type.Array(Id),
  },
  { title: 'ActivityInstance' },
)
export type ActivityInstanceObject = Static<typeof ActivityInstanceObject>
