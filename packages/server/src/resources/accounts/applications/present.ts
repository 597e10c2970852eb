import {
  ApplicationFlag,
  type ApplicationObject,
  ELIGIBLE_SCOPES,
  type PublicApplicationObject,
  type UsedApplicationObject,
  type UserObject,
} from '@guildhall/protocol'
import type { Application } from '../../../kernel/model.ts'

/** Returns `flags` with bits 0 to 30 as a number, and `flags_new` with all bits. [APP-1] [APP-3] */
function flagFields(flags: bigint): { flags: number; flags_new: string } {
  return { flags: Number(flags & 0x7fffffffn), flags_new: flags.toString() }
}

/** Returns the application of READY. [APP-4] */
export function presentApplicationBrief(
  application: Application,
): Pick<PublicApplicationObject, 'id' | 'flags' | 'flags_new'> {
  return { id: application.id.toString(), ...flagFields(application.flags) }
}

/** Returns the fields that are absent, not null, while they are unset. */
function optionalFields({ cover_image, terms_of_service_url, privacy_policy_url, ...application }: Application) {
  const { guild_id, install_params, custom_install_url } = application
  return {
    ...(cover_image !== null && { cover_image }),
    ...(terms_of_service_url !== null && { terms_of_service_url }),
    ...(privacy_policy_url !== null && { privacy_policy_url }),
    ...(guild_id !== null && { guild_id: guild_id.toString() }),
    ...(install_params !== null && { install_params }),
    ...(custom_install_url !== null && { custom_install_url }),
    ...((application.flags & ApplicationFlag.EMBEDDED) !== 0n && { max_participants: application.max_participants }),
  }
}

/** Returns an application for the users of its commands. */
export function presentUsedApplication({ id, name, description, icon, bot_id }: Application): UsedApplicationObject {
  return { id: id.toString(), name, description, icon, bot_id: bot_id?.toString() ?? null }
}

/** Returns the application of an invite to a game. */
export function presentBasicApplication(application: Application) {
  const { id, name, icon, description, cover_image } = application
  return { id: id.toString(), name, icon, description, type: null, ...(cover_image !== null && { cover_image }) }
}

/** Numbers of guilds and users that have installed an application. */
export interface InstallCounts {
  readonly guilds: number
  readonly users: number
}

/** Returns the application for itself and its owner. */
export function presentApplication(
  application: Application,
  owner: UserObject,
  bot: UserObject | null,
  installs: InstallCounts,
): ApplicationObject {
  const { id, name, icon, description, rpc_origins, bot_public, bot_require_code_grant, verify_key, tags } = application
  return {
    id: id.toString(),
    name,
    icon,
    description,
    summary: '',
    type: null,
    is_monetized: false,
    is_verified: application.verified,
    hook: true,
    rpc_origins,
    bot_public,
    bot_require_code_grant,
    ...optionalFields(application),
    verify_key,
    team: null,
    tags,
    owner,
    ...(bot ? { bot } : {}),
    integration_types_config: application.integration_types_config,
    interactions_endpoint_url: application.interactions_endpoint_url,
    role_connections_verification_url: application.role_connections_verification_url,
    redirect_uris: application.redirect_uris,
    event_webhooks_url: application.event_webhooks_url,
    event_webhooks_status: application.event_webhooks_status,
    event_webhooks_types: application.event_webhooks_types,
    approximate_guild_count: installs.guilds,
    approximate_user_install_count: installs.users,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    eligible_oauth2_scopes: [...ELIGIBLE_SCOPES],
    channel_obfuscation_opt_in: application.channel_obfuscation_opt_in,
    social_sdk_terms_accepted: application.social_sdk_terms_accepted,
    ...flagFields(application.flags),
  }
}

/** Returns the public fields of an application, as OAuth2 consent and invites show them. */
export function presentPublicApplication(application: Application): PublicApplicationObject {
  const { name, icon, description, bot_public, bot_require_code_grant, verify_key } = application
  const { terms_of_service_url, privacy_policy_url } = application
  return {
    ...presentApplicationBrief(application),
    name,
    icon,
    description,
    type: null,
    summary: '',
    hook: true,
    bot_public,
    bot_require_code_grant,
    verify_key,
    ...(terms_of_service_url !== null && { terms_of_service_url }),
    ...(privacy_policy_url !== null && { privacy_policy_url }),
  }
}
