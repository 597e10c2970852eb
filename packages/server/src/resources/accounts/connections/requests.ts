import { Int, OneOf, Optional, Text, Type } from '../../../validation/schema.ts'

/** Platforms of connected accounts, as the public API description lists them. */
export const CONNECTION_TYPES = [
  'amazon-music',
  'battlenet',
  'bluesky',
  'bungie',
  'crunchyroll',
  'domain',
  'ebay',
  'epicgames',
  'facebook',
  'github',
  'instagram',
  'leagueoflegends',
  'mastodon',
  'paypal',
  'playstation',
  'reddit',
  'riotgames',
  'roblox',
  'skype',
  'spotify',
  'steam',
  'tiktok',
  'twitch',
  'twitter',
  'xbox',
  'youtube',
] as const
/** Limit of one person's connections. */
export const CONNECTIONS_MAX = 100

/** Path of a connection. */
export const ConnectionParams = Type.Object({ type: OneOf(...CONNECTION_TYPES), connection_id: Text(1, 100) })

/** Fields of a connection that the person sends. */
export const ConnectionFields = Type.Object({
  name: Text(1, 100),
  visibility: Optional(Int(0, 1)),
  show_activity: Optional(Type.Boolean()),
  friend_sync: Optional(Type.Boolean()),
})
