import { Int, OneOf, Optional, Text, Type } from '../../validation/schema.ts'

/** Where an account may be; as the public description lists them. */
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
/** Of one person. */
export const CONNECTIONS_MAX = 100

export const ConnectionParams = Type.Object({ type: OneOf(...CONNECTION_TYPES), connection_id: Text(1, 100) })

export const ConnectionFields = Type.Object({
  name: Text(1, 100),
  visibility: Optional(Int(0, 1)),
  show_activity: Optional(Type.Boolean()),
  friend_sync: Optional(Type.Boolean()),
})
