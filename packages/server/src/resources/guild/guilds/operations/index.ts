import { createGuild } from './create-guild.ts'
import { deleteGuild } from './delete-guild.ts'
import { getGuild } from './get-guild.ts'
import { getGuildPreview } from './get-guild-preview.ts'
import { getGuildVanityUrl } from './get-guild-vanity-url.ts'
import { getGuildWidget } from './get-guild-widget.ts'
import { getGuildWidgetPng } from './get-guild-widget-png.ts'
import { getGuildWidgetSettings } from './get-guild-widget-settings.ts'
import { leaveGuild } from './leave-guild.ts'
import { listMyGuilds } from './list-my-guilds.ts'
import { setMyPrimaryGuild } from './set-my-primary-guild.ts'
import { updateGuild } from './update-guild.ts'
import { updateGuildIncidentActions } from './update-guild-incident-actions.ts'
import { updateGuildMfaLevel } from './update-guild-mfa-level.ts'
import { updateGuildProfile } from './update-guild-profile.ts'
import { updateGuildVanityUrl } from './update-guild-vanity-url.ts'
import { updateGuildWidgetSettings } from './update-guild-widget-settings.ts'

export const guildOperations = [
  createGuild,
  deleteGuild,
  getGuild,
  getGuildPreview,
  getGuildVanityUrl,
  getGuildWidget,
  getGuildWidgetPng,
  getGuildWidgetSettings,
  leaveGuild,
  listMyGuilds,
  setMyPrimaryGuild,
  updateGuild,
  updateGuildIncidentActions,
  updateGuildMfaLevel,
  updateGuildProfile,
  updateGuildVanityUrl,
  updateGuildWidgetSettings,
]
