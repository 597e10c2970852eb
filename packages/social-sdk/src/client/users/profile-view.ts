import type { UserApplicationProfileObject } from '@guildhall/protocol'
import { ExternalIdentityProviderType } from '../../enums/index.ts'
import type { UserApplicationProfileView } from '../../handles/user-application-profile.ts'

const PROVIDERS: Readonly<Record<string, ExternalIdentityProviderType>> = {
  OIDC: ExternalIdentityProviderType.OIDC,
  EPIC_ONLINE_SERVICES: ExternalIdentityProviderType.EpicOnlineServices,
  STEAM: ExternalIdentityProviderType.Steam,
  UNITY: ExternalIdentityProviderType.Unity,
  DISCORD_BOT: ExternalIdentityProviderType.DiscordBot,
  NONE: ExternalIdentityProviderType.None,
}

/** Returns what a handle of a profile shows. Metadata is JSON, and empty if there is none. */
export function profileViewOf(profile: UserApplicationProfileObject): UserApplicationProfileView {
  const { username, metadata, avatar_hash, external_id } = profile
  return {
    avatarHash: avatar_hash ?? '',
    metadata: Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : '',
    providerId: external_id.provider_id ?? null,
    providerIssuedUserId: external_id.provider_issued_user_id,
    providerType: PROVIDERS[external_id.provider_type] ?? ExternalIdentityProviderType.Unknown,
    username: username ?? external_id.preferred_global_name ?? '',
  }
}
