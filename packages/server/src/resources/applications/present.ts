import { ELIGIBLE_SCOPES } from '@guildhall/protocol'
import type { Application } from '../../kernel/model.ts'

/** Bits 0 to 30 as a number; the rest is only in `flags_new`. [APP-1] [APP-3] */
export function flagFields(flags: bigint): { flags: number; flags_new: string } {
  return { flags: Number(flags & 0x7fffffffn), flags_new: flags.toString() }
}

/** The application of READY. [APP-4] */
export function presentApplicationBrief(application: Application): Record<string, unknown> {
  return { id: application.id.toString(), ...flagFields(application.flags) }
}

/** What is left out, not null, while it is not set. */
function linksOf(application: Application): Record<string, unknown> {
  return {
    terms_of_service_url: application.terms_of_service_url,
    privacy_policy_url: application.privacy_policy_url,
    guild_id: application.guild_id?.toString() ?? null,
    install_params: application.install_params,
    custom_install_url: application.custom_install_url,
  }
}

function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/** What people are shown of an application that they use. */
export function presentUsedApplication({ id, name, description, icon, bot_id }: Application): Record<string, unknown> {
  return { id: id.toString(), name, description, icon, bot_id: bot_id?.toString() ?? null }
}

/** How many have added an application. */
export interface InstallCounts {
  readonly guilds: number
  readonly users: number
}

/** The application as itself and its owner see it. */
export function presentApplication(
  application: Application,
  owner: Record<string, unknown> | null,
  bot: Record<string, unknown> | null,
  installs: InstallCounts,
): Record<string, unknown> {
  const {
    id,
    name,
    icon,
    description,
    rpc_origins,
    bot_public,
    bot_require_code_grant,
    cover_image,
    verify_key,
    tags,
  } = application
  return {
    id: id.toString(),
    name,
    icon,
    description,
    summary: '',
    type: null,
    is_monetized: false,
    is_verified: false,
    hook: true,
    rpc_origins,
    bot_public,
    bot_require_code_grant,
    ...given({ cover_image, ...linksOf(application) }),
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
    eligible_oauth2_scopes: ELIGIBLE_SCOPES,
    channel_obfuscation_opt_in: application.channel_obfuscation_opt_in,
    ...flagFields(application.flags),
  }
}

/** What everybody may know of an application, as OAuth2 shows it to people. */
export function presentPublicApplication(application: Application): Record<string, unknown> {
  const { name, icon, description, bot_public, bot_require_code_grant, verify_key } = application
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
    terms_of_service_url: application.terms_of_service_url ?? undefined,
    privacy_policy_url: application.privacy_policy_url ?? undefined,
  }
}
