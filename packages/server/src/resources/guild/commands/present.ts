import type { ApplicationCommandObject, CommandOptionObject, CommandPermissionsObject } from '@guildhall/protocol'
import { GLOBAL, type StoredCommand, type StoredCommandPermissions } from './model.ts'

/** Returns the command object with all its localizations, as its application sees it. */
export function presentCommand(command: StoredCommand): ApplicationCommandObject {
  return {
    id: command.id.toString(),
    application_id: command.application_id.toString(),
    version: command.version.toString(),
    ...(command.guild_id === GLOBAL ? {} : { guild_id: command.guild_id.toString() }),
    type: command.type,
    name: command.name,
    name_localizations: command.name_localizations,
    description: command.description,
    description_localizations: command.description_localizations,
    default_member_permissions: command.default_member_permissions,
    ...(command.guild_id === GLOBAL
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

/** Returns the permissions of a command, or of an application's commands, in a guild. */
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

/** Locale that is read when a localization is missing, before the default text. */
const FALLBACKS: Readonly<Record<string, string>> = { 'en-US': 'en-GB', 'en-GB': 'en-US', 'es-419': 'es-ES' }

/** Returns the text of a locale or its fallback; undefined if both are missing. */
export function localized(texts: Record<string, string> | null | undefined, locale: string): string | undefined {
  return texts?.[locale] ?? texts?.[FALLBACKS[locale] ?? '']
}

interface Localizable {
  name_localizations?: Record<string, string> | null | undefined
  description_localizations?: Record<string, string> | null | undefined
}

/** Replaces the localization dictionaries of one object by the texts of a locale. */
export function textsInLocale<T extends Localizable>(object: T, locale: string) {
  const { name_localizations, description_localizations, ...rest } = object
  const name = localized(name_localizations, locale)
  const description = localized(description_localizations, locale)
  return {
    ...rest,
    ...(name !== undefined && { name_localized: name }),
    ...(description !== undefined && { description_localized: description }),
  }
}

function optionInLocale(option: CommandOptionObject, locale: string): CommandOptionObject {
  const { options, choices } = option
  return {
    ...textsInLocale(option, locale),
    ...(options && { options: options.map((inner) => optionInLocale(inner, locale)) }),
    ...(choices && { choices: choices.map((choice) => textsInLocale(choice, locale)) }),
  }
}

/** Returns a command with names and descriptions in one locale, at every level, instead of the dictionaries. */
export function inLocale(command: ApplicationCommandObject, locale: string): ApplicationCommandObject {
  const { options } = command
  return {
    ...textsInLocale(command, locale),
    ...(options && { options: options.map((option) => optionInLocale(option, locale)) }),
  }
}
