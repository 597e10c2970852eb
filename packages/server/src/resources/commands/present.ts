import type { ApplicationCommandObject, CommandPermissionsObject } from '@guildhall/protocol'
import type { StoredCommand, StoredCommandPermissions } from './model.ts'

/** Returns the command object with all its localizations, as its application sees it. */
export function presentCommand(command: StoredCommand): ApplicationCommandObject {
  return {
    id: command.id.toString(),
    application_id: command.application_id.toString(),
    version: command.version.toString(),
    ...(command.guild_id === 0n ? {} : { guild_id: command.guild_id.toString() }),
    type: command.type,
    name: command.name,
    name_localizations: command.name_localizations,
    description: command.description,
    description_localizations: command.description_localizations,
    default_member_permissions: command.default_member_permissions,
    ...(command.guild_id === 0n
      ? {
          dm_permission: command.dm_permission,
          contexts: command.contexts,
          integration_types: command.integration_types ?? [0],
        }
      : {}),
    nsfw: command.nsfw,
    ...(command.options.length > 0 ? { options: command.options } : {}),
    ...(command.handler === null ? {} : { handler: command.handler }),
  }
}

export function presentPermissions(
  applicationId: bigint,
  guildId: bigint,
  { target_id, permissions }: StoredCommandPermissions,
): CommandPermissionsObject {
  return {
    id: target_id.toString(),
    application_id: applicationId.toString(),
    guild_id: guildId.toString(),
    permissions,
  }
}
